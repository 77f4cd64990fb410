import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { profileQuery } from './profile-query.ts';

const profile = {
  name: 'Zoé Lefèvre',
  metier: 'Développeuse',
  presentation: '<p>Bonjour</p>',
  projects: [],
  TechStacks: [],
};
const answer = { data: { getAdminPublicProfil: profile } };

interface Browser {
  /** The stored colour mode. */
  stored?: string | null | 'forbidden';
  /** Where the document says that the API is. */
  api?: string;
  ready?: 'loading' | 'interactive';
  respond?: () => Promise<unknown>;
  /** The browser's entry module. */
  entry?: string;
}

const EMPTY_MODULE = 'data:text/javascript,';

/** A document with the three places of the profile, and what of a browser the gate touches. */
function open({
  stored = null,
  api,
  ready = 'interactive',
  respond = ok(answer),
  entry = EMPTY_MODULE,
}: Browser = {}) {
  const places = ['name', 'metier', 'presentation'].map((field) => ({
    dataset: { profile: field },
    textContent: 'ancien',
    innerHTML: '<p>Ancien</p>',
    hidden: false,
    querySelectorAll: () => [],
    setHTML(html: string) {
      this.innerHTML = html;
    },
  }));
  const dataset: Record<string, string> = api ? { api } : {};
  const asked: Record<string, string>[] = [];
  const document = {
    currentScript: { dataset: { entry, modules: '/page.js /part.js', fonts: '/text.woff2' } },
    createElement: (name: string) => ({ name }),
    head: {
      append: (element: Record<string, string>) =>
        asked.push({ ...element, queries: `${fetched.mock.calls.length}` }),
    },
    documentElement: { dataset },
    readyState: ready,
    onreadystatechange: null as (() => void) | null,
    querySelectorAll: vi.fn((selector: string) =>
      selector === 'link[as=image]' ? [{ href: '/first.avif' }] : places,
    ),
  };
  const marks: string[] = [];
  const fetched = vi.fn(respond);
  const decoded: string[] = [];
  class Picture {
    src = '';
    async decode() {
      decoded.push(this.src);
    }
  }
  const window = {} as { vitrine: { profile: Promise<unknown>; opened: Promise<void> } };
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', window);
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('Image', Picture);
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  const paint = stubPaintTiming();
  vi.spyOn(performance, 'mark').mockImplementation((name) => {
    marks.push(name);
    return {} as PerformanceMark;
  });
  vi.stubGlobal('localStorage', {
    getItem(key: string) {
      if (stored === 'forbidden') throw new Error('SecurityError');
      return key === 'mode' ? stored : null;
    },
  });
  return { places, dataset, document, marks, asked, decoded, fetched, window, paint };
}

/** @returns tells those who observe paints of one by its name in Paint Timing */
function stubPaintTiming() {
  const observers: ((name: string) => void)[] = [];
  class Observer {
    constructor(told: (list: { getEntriesByName: (name: string) => unknown[] }) => void) {
      observers.push((painted) => told({ getEntriesByName: (name) => (name === painted ? [{ name }] : []) }));
    }
    observe = observed;
  }
  vi.stubGlobal('PerformanceObserver', Observer);
  return (name: string) => {
    for (const tell of observers) tell(name);
  };
}

function ok(body: unknown) {
  return async () => ({ ok: true, status: 200, json: async () => body });
}

const errors = vi.fn();
const observed = vi.fn();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  errors.mockClear();
  observed.mockReset();
  vi.spyOn(console, 'error').mockImplementation(errors);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const start = () => import('./gate.ts');
const isClosed = ({ dataset }: { dataset: Record<string, string> }) => dataset['gate'] === 'closed';

test('START-1: opens one second after the answer, and not a millisecond before', async () => {
  const browser = open();
  await start();
  expect(isClosed(browser)).toBe(true);
  await vi.advanceTimersByTimeAsync(999);
  expect(isClosed(browser)).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(browser.dataset).toEqual({ gate: 'open', scripts: '' });
  expect(browser.marks).toEqual(['gate:query', 'gate:answer', 'gate:reveal']);
});

test('START-6: the page’s scripts and fonts are asked for behind the query, so that its answer has the line to itself', async () => {
  const { asked } = open({ respond: () => new Promise(() => {}) });
  await start();
  await vi.advanceTimersByTimeAsync(29);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  const script = { rel: 'modulepreload', fetchPriority: 'low' };
  const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '' };
  expect(asked).toEqual(
    [
      ...[EMPTY_MODULE, '/page.js', '/part.js'].map((href) => ({ name: 'link', ...script, href })),
      { name: 'link', ...font, href: '/text.woff2' },
    ].map((element) => ({ ...element, queries: '1' })),
  );
});

test('the pictures of the first view are decoded while nothing is displayed', async () => {
  const { decoded, window } = open();
  await start();
  await window.vitrine.profile;
  expect(decoded).toEqual(['/first.avif']);
});

test('what waits for the display begins once the browser tells that something has reached the screen', async () => {
  const browser = open();
  const opened = vi.fn();
  await start();
  void browser.window.vitrine.opened.then(opened);
  await vi.advanceTimersByTimeAsync(1_016);
  expect(observed).toHaveBeenCalledExactlyOnceWith({ type: 'paint', buffered: true });
  browser.paint('first-paint');
  await vi.advanceTimersByTimeAsync(400);
  expect(isClosed(browser)).toBe(false);
  expect(opened).not.toHaveBeenCalled();
  browser.paint('first-contentful-paint');
  await vi.advanceTimersByTimeAsync(16);
  expect(opened).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  expect(browser.dataset).toEqual({ scripts: '' });
});

test.each([
  ['tells nothing', () => {}],
  [
    'cannot be asked',
    () =>
      observed.mockImplementation(() => {
        throw new TypeError('entryTypes');
      }),
  ],
])('it begins half a second later where the browser %s', async (_case, prepare) => {
  const opened = vi.fn();
  const { window } = open();
  prepare();
  await start();
  void window.vitrine.opened.then(opened);
  await vi.advanceTimersByTimeAsync(1_532);
  expect(opened).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveBeenCalledOnce();
});

test.each([
  ['a tab in the background waits until it is looked at', 0],
  ['so does one that is left while the page is being displayed', 1],
])('%s, since it draws no frame', async (_case, drawn) => {
  const opened = vi.fn();
  const { window } = open();
  let frames = 0;
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
    frames += 1;
    if (frames <= drawn) setTimeout(draw, 16);
  });
  await start();
  void window.vitrine.opened.then(opened);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).not.toHaveBeenCalled();
});

test('START-1: the second begins with the answer, not with the question', async () => {
  const browser = open({
    respond: () => new Promise((resolve) => setTimeout(() => resolve(ok(answer)()), 5_000)),
  });
  await start();
  await vi.advanceTimersByTimeAsync(5_999);
  expect(isClosed(browser)).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(isClosed(browser)).toBe(false);
});

test('START-6: what needs scripts is offered from the start, and no more once they cannot be had', async () => {
  const whole = open();
  await start();
  const broken = open({ entry: 'data:text/javascript,throw 1' });
  vi.resetModules();
  vi.useRealTimers();
  await start();
  expect(broken.dataset).toHaveProperty('scripts', '');
  await vi.waitFor(() => expect(broken.dataset).not.toHaveProperty('scripts'));
  expect(whole.dataset).toHaveProperty('scripts', '');
});

test('START-3: asks once for administrator 3, by the query of the specification', async () => {
  const { fetched } = open();
  await start();
  await vi.runAllTimersAsync();
  expect(fetched).toHaveBeenCalledTimes(1);
  const [address, request] = fetched.mock.calls[0] as unknown as [string, RequestInit];
  expect(address).toBe('/graphql');
  expect(request.method).toBe('POST');
  expect(request.headers).toEqual({ 'content-type': 'application/json' });
  expect(JSON.parse(String(request.body))).toEqual({
    operationName: 'getAdminPublicProfil',
    query: profileQuery,
    variables: { id: 3 },
  });
});

test('API-1: asks another host where the document names one', async () => {
  const { fetched } = open({ api: 'https://api.example/graphql' });
  await start();
  expect(fetched.mock.calls[0]?.at(0 as never)).toBe('https://api.example/graphql');
});

test('START-4: writes what was answered where the document shows it', async () => {
  const browser = open();
  await start();
  await expect(browser.window.vitrine.profile).resolves.toEqual(profile);
  const [name, metier, presentation] = browser.places;
  expect(browser.document.querySelectorAll).toHaveBeenCalledWith('[data-profile]');
  expect([name?.textContent, metier?.textContent]).toEqual([profile.name, profile.metier]);
  expect(presentation?.innerHTML).toBe(profile.presentation);
  expect([name?.innerHTML, presentation?.textContent]).toEqual(['<p>Ancien</p>', 'ancien']);
});

test('a presentation that is already right is left alone', async () => {
  const browser = open();
  const presentation = browser.places[2] as (typeof browser.places)[number];
  presentation.innerHTML = profile.presentation;
  const write = vi.spyOn(presentation, 'setHTML');
  await start();
  await browser.window.vitrine.profile;
  expect(write).not.toHaveBeenCalled();
});

test('an answer that comes before the document is parsed waits for it, however late', async () => {
  const browser = open({ ready: 'loading' });
  await start();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(isClosed(browser)).toBe(true);
  expect(browser.document.querySelectorAll).not.toHaveBeenCalled();
  browser.document.readyState = 'interactive';
  browser.document.onreadystatechange?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(isClosed(browser)).toBe(false);
});

test.each([
  ['the network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an HTTP error', async () => ({ ok: false, status: 503, json: async () => answer })],
  ['what is not JSON', async () => ({ ok: true, json: () => Promise.reject(new SyntaxError('<')) })],
  ['an error of the API', ok({ ...answer, errors: [{ message: 'no' }] })],
  ['no profile', ok({ data: { getAdminPublicProfil: null } })],
])('START-2: a query that fails by %s is logged once, and nothing ever opens', async (_case, respond) => {
  const browser = open({ respond });
  await start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isClosed(browser)).toBe(true);
  expect(browser.marks).not.toContain('gate:reveal');
  expect(errors).toHaveBeenCalledExactlyOnceWith('Le profil n’a pas pu être chargé', expect.any(Error));
});

test('START-2: an HTTP error is logged with its status', async () => {
  open({ respond: async () => ({ ok: false, status: 503, json: async () => answer }) });
  await start();
  await vi.advanceTimersByTimeAsync(0);
  expect(errors.mock.calls[0]?.[1]).toMatchObject({ message: 'HTTP 503' });
});

test.each([
  ['light', 'light'],
  ['dark', 'dark'],
  ['system', undefined],
  ['purple', undefined],
  [null, undefined],
  ['forbidden', undefined],
])('START-6: the blank screen has the stored mode: %s', async (stored, mode) => {
  const { dataset } = open({ stored });
  await start();
  expect(dataset['mode']).toBe(mode);
  expect(dataset['gate']).toBe('closed');
});
