import { afterEach, beforeEach, vi } from 'vitest';
import { exampleProfile } from '../../src/content/example-profile.ts';

/** The answer of the API. */
export const answer = { data: { getAdminPublicProfil: exampleProfile } };

/** Differences of a browser and its document from the ordinary ones. */
interface Browser {
  ready?: 'loading' | 'interactive';
  /** The stored colour mode. */
  stored?: string;
  respond?: () => Promise<unknown>;
  /** The browser's entry module. */
  entry?: string;
  /** The other files that the document names. */
  files?: { fonts?: string };
}

/** Origin of the page. */
export const SITE = 'https://site.exemple.fr';

export const EMPTY_MODULE = 'data:text/javascript,';

/** Makes a document with the three places of the profile, and the parts of a browser that the gate uses. */
export function openBrowser({
  ready = 'interactive',
  stored,
  respond = ok(answer),
  entry = EMPTY_MODULE,
  files = { fonts: '/text.woff2' },
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
  const asked: Record<string, string>[] = [];
  const document = {
    currentScript: { dataset: { entry, ...files } },
    createElement: (name: string) => ({ name }),
    head: {
      append: (element: Record<string, string>) =>
        asked.push({ ...element, queries: `${fetched.mock.calls.length}` }),
    },
    documentElement: { dataset, inert: false },
    readyState: ready,
    onreadystatechange: null as (() => void) | null,
    onclick: null as ((event: unknown) => void) | null,
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
  const window = { localStorage: { getItem: () => stored ?? null } } as unknown as {
    vitrine: { profile: Promise<unknown>; opened: Promise<void>; clicked?: unknown };
  };
  vi.stubGlobal('location', { origin: SITE });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', window);
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('Image', Picture);
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  vi.spyOn(performance, 'mark').mockImplementation((name) => {
    marks.push(name);
    return {} as PerformanceMark;
  });
  return { places, dataset, document, marks, asked, decoded, fetched, window };
}

/** Makes a request that succeeds with this. */
export function ok(body: unknown) {
  return async () => ({ ok: true, status: 200, json: async () => body });
}

/** Records the errors that the page logs. */
export const errors = vi.fn();

/** Creates for each test of a file its own gate, clock and log, and removes them afterwards. */
export function browserForEachTest(): void {
  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers();
    errors.mockClear();
    vi.spyOn(console, 'error').mockImplementation(errors);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** Runs the gate in the browser that was opened last. */
export const startGate = () => import('../../src/startup/gate.ts');

/** Returns whether nothing is displayed yet. */
export function isClosed({ dataset }: { dataset: Record<string, string> }): boolean {
  return dataset['gate'] === 'closed';
}
