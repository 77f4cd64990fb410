import type { Profile } from '../profile/profile.ts';

/** How long the page stays blank after the profile has arrived, in milliseconds (specification, section 9). */
export const DISPLAY_DELAY_MS = 1000;

declare global {
  interface Window {
    /** The gate's results for the rest of the page. If the query fails, `profile` and `opened` never settle (START-2). */
    vitrine: {
      /** The answered profile, once the document is parsed and shows it. */
      profile: Promise<Profile>;
      /** Resolves when the page is displayed and its first frames are drawn. */
      opened: Promise<void>;
      /** Resolves once the bundle has run and the style of all pages is there; rejects if one fails to load. */
      files: Promise<unknown>;
      clicked?: MouseEvent;
    };
  }
}

/** A click older than this, in milliseconds, is not repeated, because the visitor no longer expects its effect. */
const MAX_WAIT_MS = 3000;

/** These events show that the visitor does something else now; the `focusin` of the click itself comes before it. */
const others = ['keydown', 'input', 'focusin', 'scroll'];

/** Records the last click before hydration, because on a slow line the page is displayed well before that. */
export function recordClick(): void {
  document.onclick = (event) => {
    window.vitrine.clicked = event;
  };
  for (const type of others) addEventListener(type, forgetClick, true);
}

const forgetClick = () => delete window.vitrine.clicked;

/** Ends the recording; React records clicks itself from now on. */
export function stopRecording(): void {
  document.onclick = null;
}

/** Repeats the recorded click on a button, unless it is too old. */
export function replayClick(): void {
  const { clicked } = window.vitrine;
  for (const type of others) removeEventListener(type, forgetClick, true);
  if (!clicked || performance.now() - clicked.timeStamp > MAX_WAIT_MS) return;
  if (clicked.target instanceof Element)
    clicked.target.closest<HTMLButtonElement>('button[type=button]')?.click();
}
