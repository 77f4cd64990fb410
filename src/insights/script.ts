/*
 * The script at `/insights/script.js` (STAT-1): a beacon with the path of each page view, client-side navigations too.
 * No cookie, no storage, no identifier; silent when the browser asks not to be tracked.
 */
import { insightsViewPath } from '../routes.ts';
import type { Device } from '../storage/schema.ts';

/** Beacons go to the site's origin, or to the API's if that is another host (API_URL). */
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

/** Not `location.pathname`: a quick visitor may already be on another page. */
function openedPath(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation ? new URL(navigation.name).pathname : location.pathname;
}

function sendBeacon(path: string, referrer: string): void {
  // Users of some browsers can switch it off.
  navigator.sendBeacon?.(viewAddress(), JSON.stringify({ path, referrer, device: device() }));
}

/** Counts the pages that are shown after a navigation. */
function follow(opened: string): void {
  let path = opened;
  const afterNavigation = () => {
    if (location.pathname === path) return;
    path = location.pathname;
    sendBeacon(path, '');
  };
  // pages/app.tsx dispatches it.
  addEventListener('pagechange', afterNavigation);
  // A page restored by Back is viewed again.
  addEventListener('pageshow', ({ persisted }) => persisted && sendBeacon(location.pathname, ''));
  afterNavigation();
}

if (!asksNotToBeTracked()) {
  const opened = openedPath();
  sendBeacon(opened, referrerHost());
  follow(opened);
}
