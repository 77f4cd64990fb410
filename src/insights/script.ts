/*
 * The script at `/insights/script.js` (STAT-1). It reports the path of each page view, also after navigations within the site. It
 * uses no cookie, storage or identifier, and reports nothing if the browser asks not to be tracked.
 */
import { insightsViewPath } from '../routes.ts';
import type { Device } from '../storage/schema.ts';

/** Returns the address for reports, on the API's host if that is another one (API_URL). */
function viewAddress(): URL {
  return new URL(insightsViewPath, document.documentElement.dataset['api'] ?? location.origin);
}

function asksNotToBeTracked(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

function device(): Device {
  const width = Math.min(screen.width, screen.height);
  if (!matchMedia('(pointer: coarse)').matches) return 'desktop';
  return width < 600 ? 'phone' : 'tablet';
}

function referrerHost(): string {
  const host = document.referrer && new URL(document.referrer).host;
  return host === location.host ? '' : host;
}

/** Returns the path of the document's own address, because a quick visitor may already be on another page. */
function openedPath(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation ? new URL(navigation.name).pathname : location.pathname;
}

function sendBeacon(path: string, referrer: string): void {
  // Users of some browsers can disable `sendBeacon`.
  navigator.sendBeacon?.(viewAddress(), JSON.stringify({ path, referrer, device: device() }));
}

/** Reports the pages that are shown after a navigation. */
function follow(opened: string): void {
  let path = opened;
  const afterNavigation = () => {
    if (location.pathname === path) return;
    path = location.pathname;
    sendBeacon(path, '');
  };
  // pages/app.tsx dispatches this event.
  addEventListener('pagechange', afterNavigation);
  // A page that Back restores from memory counts as a new view.
  addEventListener('pageshow', ({ persisted }) => persisted && sendBeacon(location.pathname, ''));
  afterNavigation();
}

if (!asksNotToBeTracked()) {
  const opened = openedPath();
  sendBeacon(opened, referrerHost());
  follow(opened);
}
