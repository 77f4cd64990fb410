import { sectionNotFound } from '../content/specified-texts.ts';
import { rememberPlace, respectReducedMotion } from './scroll.ts';

/** The services section of the home, as an element. */
export const SERVICES_ID = 'services';
/** The same as a target. */
export const SERVICES_TARGET = `#${SERVICES_ID}`;

interface Actions {
  navigate: (path: string) => void;
  close: () => void;
}

/** The part of a click that this needs. */
interface Click {
  preventDefault(): void;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * Follows a menu entry (HOME-6): the services section is scrolled to, with a console warning when it is missing; any
 * other target is navigated to and the drawer closed. A click that asks for a new tab is left to the browser.
 */
export function followMenuEntry(click: Click, target: string, { navigate, close }: Actions): void {
  if (click.ctrlKey || click.metaKey || click.altKey || click.shiftKey) return;
  click.preventDefault();
  if (target === SERVICES_TARGET) {
    scrollToServices();
  } else {
    close();
    navigate(target);
  }
}

function scrollToServices(): void {
  const section = document.getElementById(SERVICES_ID);
  if (!section) {
    // biome-ignore lint/suspicious/noConsole: asked for by the specification, section 2.
    console.warn(sectionNotFound);
    return;
  }
  // The address can be shared, and Back returns to where the reader was.
  if (window.location.hash !== SERVICES_TARGET) {
    rememberPlace(window);
    window.history.pushState(null, '', SERVICES_TARGET);
  }
  section.scrollIntoView({ behavior: respectReducedMotion(window, 'smooth'), block: 'start' });
  section.focus({ preventScroll: true });
}
