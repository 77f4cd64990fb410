import { expect, test, vi } from 'vitest';

interface Visit {
  /** Paths of the page that is open when the script runs, and of the document's own page. */
  path?: string;
  opened?: string;
  referrer?: string;
  width?: number;
  height?: number;
  isTouched?: boolean;
  browser?: object;
}

/** Runs the script in a simulated browser; returns its reports, its address, and functions that send it events. */
async function visit({
  path = '/about',
  opened = path,
  referrer = '',
  width = 1280,
  height = 1280,
  isTouched = false,
  browser = {},
}: Visit) {
  const reports: object[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const location = new URL(path, 'https://studio.example');
  const sendBeacon = (_address: URL, body: string) => reports.push(JSON.parse(body));
  vi.stubGlobal('location', location);
  vi.stubGlobal('document', { documentElement: { dataset: {} }, referrer });
  vi.stubGlobal('navigator', { sendBeacon, ...browser });
  vi.stubGlobal('screen', { width, height });
  vi.stubGlobal('matchMedia', () => ({ matches: isTouched }));
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener));
  const navigation = { name: new URL(opened, location).href } as PerformanceEntry;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation]);
  vi.resetModules();
  await import('./script.ts');
  return { reports, location, tell: (type: string, event = {}) => listeners.get(type)?.(event) };
}

test.each([
  ['desktop', { width: 390 }],
  ['phone', { height: 599, isTouched: true }],
  ['tablet', { width: 600, isTouched: true }],
])('STAT-1: a view tells path, host that led here, and device (%s), once', async (device, screen) => {
  const referrer = 'http://annuaire.example/liste?courriel=camille@client.example';
  const opened = '/about?courriel=camille@client.example';
  const { reports, location, tell } = await visit({ opened, referrer, ...screen });
  location.pathname = '/contact';
  tell('pagechange');
  tell('pagechange');
  expect(reports).toEqual([
    { path: '/about', referrer: 'annuaire.example', device },
    { path: '/contact', referrer: '', device },
  ]);
});

test('STAT-1: a page that was left before the script arrived is reported too, the site itself as no referrer', async () => {
  const { reports } = await visit({ opened: '/', path: '/contact', referrer: 'https://studio.example/' });
  expect(reports).toMatchObject([{ path: '/', referrer: '' }, { path: '/contact' }]);
});

test('STAT-1: a page that the browser kept for Back is viewed again', async () => {
  const { reports, tell } = await visit({});
  tell('pageshow', { persisted: false });
  expect(reports).toHaveLength(1);
  tell('pageshow', { persisted: true });
  expect(reports).toMatchObject([{ path: '/about' }, { path: '/about' }]);
});

test.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
  ['a browser without beacons', { sendBeacon: undefined }],
])('STAT-1: nothing is reported under %s', async (_what, browser) => {
  const { reports, location, tell } = await visit({ browser });
  location.pathname = '/contact';
  tell('pagechange');
  expect(reports).toEqual([]);
});
