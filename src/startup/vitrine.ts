import type { Profile } from '../profile/profile.ts';

/** How long the page stays blank after the profile has answered, in milliseconds (specification, section 9). */
export const DISPLAY_DELAY_MS = 1000;

declare global {
  interface Window {
    /** The gate's results for the rest of the page. Neither of the first two promises settles if the query fails (START-2). */
    vitrine: {
      /** The answered profile, once the document is parsed and shows it. */
      profile: Promise<Profile>;
      /** The moment the page is displayed: its first frame is drawn. */
      opened: Promise<void>;
      /** Resolves once the bundle has run and the style of all pages is there; rejects if one fails to load. */
      files: Promise<unknown>;
      clicked?: MouseEvent;
    };
  }
}

/** A click that waited longer does nothing: the visitor no longer expects it. In milliseconds. */
const MAX_WAIT_MS = 3000;

/** Events that show that the visitor does something else by now. The focus that a click moves comes before the click. */
const others = ['keydown', 'input', 'focusin', 'scroll'];

/** Records the last click before hydration: on a slow line the page is displayed well before that. */
export function recordClick(): void {
  document.onclick = (event) => {
    window.vitrine.clicked = event;
  };
  for (const type of others) addEventListener(type, forgetClick, true);
}

const forgetClick = () => delete window.vitrine.clicked;

/** Leaves clicks to React, which records its own from now on. */
export function stopRecording(): void {
  document.onclick = null;
}

/** Repeats the recorded click on a button, unless it came too long ago. */
export function replayClick(): void {
  const { clicked } = window.vitrine;
  for (const type of others) removeEventListener(type, forgetClick, true);
  if (!clicked || performance.now() - clicked.timeStamp > MAX_WAIT_MS) return;
  if (clicked.target instanceof Element)
    clicked.target.closest<HTMLButtonElement>('button[type=button]')?.click();
}
