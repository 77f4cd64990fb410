/** How long the page stays blank after the profile has answered, in milliseconds (specification, section 9). Tests read it too. */
export const DISPLAY_DELAY_MS = 1000;
