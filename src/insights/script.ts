/**
 * The script at `/insights/script.js` (STAT-1): reports the path of each page view, client-side navigations too.
 * No cookie, no storage, no identifier; silent when the browser asks not to be tracked.
 */
const VIEW_PATH = '/insights/view';

/** On the site's own origin, or beside the API when that is on another host (API_URL). */
function viewAddress(): URL {
  return new URL(VIEW_PATH, document.documentElement.dataset['api'] ?? location.href);
}

type Navigate = History['pushState'];

function asksNotToBeTracked(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

function device(): 'phone' | 'tablet' | 'desktop' {
  const width = Math.min(screen.width, screen.height);
  if (!matchMedia('(pointer: coarse)').matches) return 'desktop';
  return width < 600 ? 'phone' : 'tablet';
}

function referrerHost(): string {
  const host = URL.canParse(document.referrer) ? new URL(document.referrer).host : '';
  return host === location.host ? '' : host;
}

function report(referrer: string): void {
  // Some browsers let their owners switch it off.
  navigator.sendBeacon?.(
    viewAddress(),
    JSON.stringify({ path: location.pathname, referrer, device: device() }),
  );
}

function follow(): void {
  let path = location.pathname;
  const afterNavigation = () => {
    if (location.pathname === path) return;
    path = location.pathname;
    report('');
  };
  const reporting =
    (navigate: Navigate): Navigate =>
    (...parameters) => {
      navigate.apply(history, parameters);
      afterNavigation();
    };
  history.pushState = reporting(history.pushState);
  history.replaceState = reporting(history.replaceState);
  addEventListener('popstate', afterNavigation);
}

if (!asksNotToBeTracked()) {
  report(referrerHost());
  follow();
}
