import { test as base, expect, type Page } from '@playwright/test';
import { routes } from '../../src/routes.ts';
import { DISPLAY_DELAY_MS } from '../../src/startup/vitrine.ts';
import { type Site, startSite } from '../support/site.ts';
import { listenForNoise, type Noise } from './noise.ts';

interface TestFixtures {
  noise: Noise;
  /** How the film of the home shows. It is hidden unless tested: painting it costs a third of a visit, and it never ends. */
  film: 'hidden' | 'still' | 'moving';
  /** Whether the page waits for the second of START-1; most tests skip it. */
  waitsTheSecond: boolean;
}

interface WorkerFixtures {
  site: Site;
}

/** Chromium writes this about preloaded modules when scripts are off. */
const SCRIPTS_OFF = /^request failed: .*\.js csp$/;
/** A page that is left drops its pending requests; if a script were missing, the console would say so. */
const LEFT = /^request failed: .*(\/(insights|assets)\/[\w-]+\.(js|css)|\/graphql) net::ERR_ABORTED$/;
/** The console repeats the status of a missing page. */
const NOT_FOUND = /^console\.error: Failed to load resource: .* 404 .*\/nulle-part$/;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  film: ['hidden', { option: true }],
  waitsTheSecond: [false, { option: true }],
  context: async ({ context, film, waitsTheSecond }, use) => {
    if (film !== 'moving') await context.addInitScript(keepHomeStill, film);
    if (!waitsTheSecond) await context.addInitScript(skipWait, DISPLAY_DELAY_MS);
    await use(context);
  },
  noise: [
    async ({ context, javaScriptEnabled }, use) => {
      const noise = listenForNoise(context);
      noise.allow(LEFT, NOT_FOUND);
      if (!javaScriptEnabled) noise.allow(SCRIPTS_OFF);
      await use(noise);
      await noise.verify();
    },
    { auto: true },
  ],
});

/** Runs in the page; refuses to play, as a browser that saves power does, and shows the words at their final place. */
function keepHomeStill(film: string): void {
  HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`div:has(> video) { visibility: ${film === 'hidden' ? film : 'inherit'} }`);
  document.adoptedStyleSheets.push(sheet);
}

/** Runs in the page; lets timers of this delay run at once. */
function skipWait(skipped: number): void {
  const wait = window.setTimeout;
  window.setTimeout = ((act: () => void, delay?: number) =>
    wait(act, delay === skipped ? 0 : delay)) as typeof wait;
}

export { expect };

export const PATHS = Object.values(routes).map(({ path }) => path);

export const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** Goes to a page and waits until it is displayed and hydrated, as it is for a visitor after the second. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await loaded(page);
}

export async function loaded(page: Page): Promise<void> {
  await displayed(page);
  await hydrated(page);
}

/** Waits until the page is displayed and can be used. Playwright takes a page without opacity for a visible one. */
export async function displayed(page: Page): Promise<void> {
  await expect(page.locator('html[data-gate=open]:not([inert])')).toBeAttached();
}

export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('html[data-scripts=ready]')).toBeAttached();
}

/** Moves a clock that stands until the page is hydrated: it asks for its files, and drops its own style once they are there. */
export async function hydratedByClock(page: Page): Promise<void> {
  await page.clock.runFor(100);
  await page.waitForFunction(() => document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet);
  await page.clock.runFor(50);
  await hydrated(page);
}

/**
 * Waits until the page of a link is displayed. Its address changes first, its title has the focus last; a press in between
 * would be lost.
 */
export async function arrived(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

/** Goes to another page as a link does, wherever it is, and waits until it can be used. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    // The title of the previous page may have the focus.
    (document.activeElement as HTMLElement).blur();
    history.pushState(null, '', to);
  }, path);
  await arrived(page, path);
}

/** Marks the document, so that `isSameDocument` tells later whether the page was loaded again. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset['sameDocument'] = 'yes';
  });
}

export async function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.dataset['sameDocument'] === 'yes');
}
