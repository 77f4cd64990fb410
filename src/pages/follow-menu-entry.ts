import { sectionNotFound } from '../content/specified-texts.ts';
import { rememberPlace, respectReducedMotion } from './scroll.ts';

/** The services section of the home, as an element. */
export const SERVICES_ID = 'services';
/** The same as a target. */
export const SERVICES_TARGET = `#${SERVICES_ID}`;

/**
 * Follows a menu entry (HOME-6). It scrolls to the services section, or warns in the console if that is missing. Any other
 * target is left to its link, and the drawer closes.
 */
export function followMenuEntry(
  click: Pick<Event, 'preventDefault'>,
  target: string,
  close: () => void = () => {},
): void {
  if (target === SERVICES_TARGET) {
    click.preventDefault();
    scrollToServices();
  } else close();
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
