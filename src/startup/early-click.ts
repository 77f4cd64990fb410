import './vitrine.ts';

/** A click that waited longer does nothing: the visitor no longer expects it. In milliseconds. */
const MAX_WAIT_MS = 3000;

/** Events of a visitor who goes on to something else. The focus moves before a click, not after it. */
const others = ['keydown', 'input', 'focusin', 'scroll'];

/** Records the last click before hydration: on a slow line the page is displayed well before that. */
export function recordClick(): void {
  document.onclick = (event) => {
    window.vitrine.clicked = event;
  };
  for (const type of others) addEventListener(type, forgetClick, true);
}

function forgetClick(): void {
  delete window.vitrine.clicked;
}

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
