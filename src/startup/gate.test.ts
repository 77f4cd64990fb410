import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstProfile } from '../site.ts';
import { DISPLAY_DELAY_MS } from './vitrine.ts';

const answer = { data: { getAdminPublicProfil: firstProfile } };

interface Browser {
  ready?: 'loading' | 'interactive';
  respond?: () => Promise<unknown>;
  entry?: string;
  files?: { fonts?: string; sheet?: string };
  /** Whether the browser can load a module without running it. */
  preloads?: boolean;
  hidden?: boolean;
  isPhone?: boolean;
}

const SITE = 'https://site.exemple.fr';

const EMPTY_MODULE = 'data:text/javascript,';

/** Makes a document with the three places of the profile, and the browser functions that the gate uses. */
function openBrowser({
  ready = 'interactive',
  respond = ok(answer),
  entry = EMPTY_MODULE,
  files = { fonts: '/text.woff2' },
  preloads = true,
  hidden = false,
  isPhone = true,
}: Browser = {}) {
  const places = ['name', 'metier', 'presentation'].map((field) => ({
    dataset: { profile: field },
    textContent: 'ancien',
    innerHTML: '<p>Ancien</p>',
    setHTML(html: string) {
      this.innerHTML = html;
    },
  }));
  const dataset: Record<string, string> = {};
  const asked: { href?: string; queries: string }[] = [];
  const links: Partial<Record<'onload' | 'onerror', () => void>>[] = [];
  const document = {
    hidden,
    currentScript: { dataset: { entry, ...files } },
    createElement: (name: string) => ({ name, relList: { supports: () => preloads } }),
    head: {
      append: (link: { relList: object; href?: string }) => {
        links.push(link as object);
        const { relList, ...properties } = link;
        asked.push({ ...properties, queries: `${fetched.mock.calls.length}` });
      },
    },
    documentElement: { dataset, inert: false },
    readyState: ready,
    onreadystatechange: null as (() => void) | null,
    querySelector: vi.fn(),
    querySelectorAll: vi.fn((selector: string): unknown[] => {
      if (selector === 'link[as=image]') return [{ href: '/first.avif' }];
      return selector === '[data-profile]' ? places : [];
    }),
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
  const window = { localStorage: { getItem: () => null } } as unknown as {
    vitrine: Record<'profile' | 'opened' | 'files', Promise<unknown>>;
  };
  vi.stubGlobal('location', { origin: SITE });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', window);
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('Image', Picture);
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone }));
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  vi.spyOn(performance, 'mark').mockImplementation((name) => {
    marks.push(name);
    return {} as PerformanceMark;
  });
  return { places, dataset, document, marks, asked, links, decoded, fetched, window };
}

function ok(body: unknown) {
  return async () => ({ ok: true, status: 200, json: async () => body });
}

const errors = vi.fn();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  errors.mockClear();
  vi.spyOn(console, 'error').mockImplementation(errors);
});

afterEach(() => {
  vi.useRealTimers();
});

const startGate = () => import('./gate.ts');

/** Loads a module in real time; a module requested before has then run. */
const otherModule = () => import(/* @vite-ignore */ `${EMPTY_MODULE}//${Math.random()}`);

function isClosed({ dataset }: { dataset: Record<string, string> }): boolean {
  return dataset['gate'] === 'closed';
}

const profileWith = (changes: object) => ({
  data: { getAdminPublicProfil: { ...firstProfile, ...changes } },
});

test.each([undefined, 'https://api.exemple.fr/graphql'])(
  'START-2, START-3, START-4: asks %s',
  async (api) => {
    // An empty list of errors counts as none.
    const browser = openBrowser({ respond: ok({ ...answer, errors: [] }) });
    if (api) browser.dataset['api'] = api;
    await startGate();
    expect(browser.document.documentElement.inert).toBe(true);
    await vi.runAllTimersAsync();
    expect(browser.fetched).toHaveBeenCalledExactlyOnceWith(api ?? `${SITE}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: expect.any(String),
    });
    const [, { body }] = browser.fetched.mock.lastCall as unknown as [string, { body: string }];
    const query = expect.stringContaining('getAdminPublicProfil(id: $id)');
    expect(JSON.parse(body)).toEqual({ operationName: 'getAdminPublicProfil', query, variables: { id: 3 } });
    const [name, metier, presentation] = browser.places;
    expect(name?.textContent).toBe(firstProfile.name);
    expect(metier).toMatchObject({ textContent: firstProfile.metier, innerHTML: '<p>Ancien</p>' });
    expect(presentation).toMatchObject({ textContent: 'ancien', innerHTML: firstProfile.presentation });
    expect(browser.marks).toEqual(['gate:query', 'gate:answer', 'gate:reveal']);
    expect(browser.dataset['gate']).toBe('open');
    expect(browser.document.documentElement.inert).toBe(false);
  },
);

test('START-6: the fonts are loaded once the query has left, the scripts a little later', async () => {
  const { asked } = openBrowser({ respond: () => new Promise(() => {}) });
  await startGate();
  const sent = { name: 'link', queries: '1' };
  const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: '/text.woff2' };
  await vi.advanceTimersByTimeAsync(29);
  expect(asked).toEqual([{ ...sent, ...font }]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.slice(1)).toEqual([
    { ...sent, rel: 'modulepreload', fetchPriority: 'low', href: EMPTY_MODULE },
  ]);
});

test('pictures of the first view are decoded before the display, other work begins after its first frames', async () => {
  const browser = openBrowser();
  const opened = vi.fn();
  await startGate();
  void browser.window.vitrine.opened.then(opened);
  await browser.window.vitrine.profile;
  expect(browser.decoded).toEqual(['/first.avif']);
  const states: unknown[] = [];
  for (const ms of [DISPLAY_DELAY_MS, 16, 16]) {
    await vi.advanceTimersByTimeAsync(ms);
    states.push([browser.dataset['gate'], browser.document.documentElement.inert]);
  }
  expect(states).toEqual([true, true, false].map((inert) => ['open', inert]));
  expect(opened).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveBeenCalledOnce();
});

test('a tab that is left while its page is being displayed draws no frame, and waits', async () => {
  const opened = vi.fn();
  const { window } = openBrowser();
  let frames = 0;
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
    frames += 1;
    if (frames === 1) setTimeout(draw, 16);
  });
  await startGate();
  void window.vitrine.opened.then(opened);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).not.toHaveBeenCalled();
});

/** Milliseconds from the query to the browser's report of the bundle, and whether that runs before the display. */
const arrivals: Record<string, { at: number; reports?: 'onload' | 'onerror'; runs: boolean } & Browser> = {
  'in the first half of the blank second': { at: 499, reports: 'onload', runs: true },
  'in the second half, where it would delay the display': { at: 501, reports: 'onload', runs: false },
  'then, before the answer': { at: 501, reports: 'onload', runs: true, respond: () => new Promise(() => {}) },
  'then, in a tab in the background': { at: 501, reports: 'onload', runs: true, hidden: true },
  'then, on a larger screen': { at: 501, reports: 'onload', runs: true, isPhone: false },
  'then, with an error': { at: 501, reports: 'onerror', runs: true },
  never: { at: 499, runs: false },
  'never, as it cannot preload modules': { at: 30, runs: true, preloads: false },
};

test.each(Object.entries(arrivals))(
  'START-6: a bundle that the browser reports %s',
  async (_case, arrival) => {
    const { at, reports, runs, ...differences } = arrival;
    const run = vi.fn();
    vi.stubGlobal('bundle', run);
    // A module runs once, so each case has its own.
    const browser = openBrowser({ entry: `data:text/javascript,bundle(${Math.random()})`, ...differences });
    await startGate();
    await vi.advanceTimersByTimeAsync(at);
    if (reports) {
      await otherModule();
      expect(run).not.toHaveBeenCalled();
      browser.links.at(-1)?.[reports]?.();
    }
    await vi.advanceTimersByTimeAsync(0);
    await otherModule();
    expect(isClosed(browser)).toBe(true);
    expect(run).toHaveBeenCalledTimes(runs ? 1 : 0);
    await vi.runAllTimersAsync();
    await otherModule();
    expect(run).toHaveBeenCalledOnce();
  },
);

test.each([
  ['shown from the start', EMPTY_MODULE, ''],
  ['hidden once the scripts fail', 'data:text/javascript,throw 1', undefined],
])('START-6: controls that need scripts are %s', async (_case, entry, scripts) => {
  const { dataset, links } = openBrowser({ entry });
  await startGate();
  expect(dataset['scripts']).toBe('');
  await vi.advanceTimersByTimeAsync(30);
  links.at(-1)?.onload?.();
  await vi.advanceTimersByTimeAsync(0);
  await otherModule();
  expect(dataset['scripts']).toBe(scripts);
});

test('START-6: the style of all pages replaces the document’s own a moment later, before any place is looked for', async () => {
  const { document, links, window } = openBrowser({ files: { sheet: '/site.css' } });
  const own = { remove: vi.fn() };
  document.querySelector.mockReturnValue(own);
  await startGate();
  await vi.advanceTimersByTimeAsync(30);
  for (const link of links) link.onload?.();
  await vi.advanceTimersByTimeAsync(29);
  expect(own.remove).not.toHaveBeenCalled();
  const ready = window.vitrine.files.then(() => expect(own.remove).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(1);
  await ready;
});

test('START-6: a document that names its bundle alone loads that alone', async () => {
  const { asked } = openBrowser({ files: {} });
  await startGate();
  await vi.advanceTimersByTimeAsync(30);
  expect(asked.map(({ href }) => href)).toEqual([EMPTY_MODULE]);
});

test('START-2: a page whose texts cannot be written is displayed nevertheless, and logs it', async () => {
  const browser = openBrowser();
  browser.document.querySelectorAll.mockImplementation(() => {
    throw new TypeError('changed by an extension');
  });
  await startGate();
  await vi.runAllTimersAsync();
  expect(isClosed(browser)).toBe(false);
  expect(errors).toHaveBeenCalledExactlyOnceWith(expect.any(String), expect.any(TypeError));
});

test('a presentation that is already right is left alone', async () => {
  const browser = openBrowser();
  const presentation = browser.places[2] as (typeof browser.places)[number];
  presentation.innerHTML = firstProfile.presentation;
  const write = vi.spyOn(presentation, 'setHTML');
  await startGate();
  await browser.window.vitrine.profile;
  expect(write).not.toHaveBeenCalled();
});

test('an answer that comes before the document is parsed waits for it, however late', async () => {
  const browser = openBrowser({ ready: 'loading' });
  await startGate();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(isClosed(browser)).toBe(true);
  expect(browser.document.querySelectorAll).not.toHaveBeenCalled();
  browser.document.readyState = 'interactive';
  browser.document.onreadystatechange?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(isClosed(browser)).toBe(false);
});

type Failure = [what: string, respond: () => Promise<unknown>, error: unknown];
const answered = (what: string, json: unknown): Failure => [what, ok(json), Error(JSON.stringify(json))];

test.each<Failure>([
  ['the network', () => Promise.reject(new TypeError('Failed to fetch')), expect.any(TypeError)],
  ['an HTTP error', async () => ({ ok: false, status: 503, json: async () => answer }), Error('HTTP 503')],
  ['no JSON', async () => ({ ok: true, json: async () => JSON.parse('<') }), expect.any(SyntaxError)],
  answered('an error of the API', { ...answer, errors: [{ message: 'no' }] }),
  answered('errors that are no list', { ...answer, errors: { length: 0 } }),
  answered('null', null),
  answered('an empty object', {}),
  answered('no profile', { data: { getAdminPublicProfil: null } }),
  answered('a missing name', profileWith({ name: undefined })),
  answered('a presentation of null', profileWith({ presentation: null })),
  answered('a job title that is no text', profileWith({ metier: 3 })),
])('START-2: a query that fails by %s is logged once, and nothing opens', async (_case, respond, error) => {
  const browser = openBrowser({ respond });
  await startGate();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isClosed(browser)).toBe(true);
  expect(browser.marks).not.toContain('gate:reveal');
  expect(errors).toHaveBeenCalledExactlyOnceWith('Le profil n’a pas pu être chargé', error);
});
