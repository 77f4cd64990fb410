import { statSync } from 'node:fs';
import { devices, type Page, type Request } from '@playwright/test';
import { insightsScriptPath } from '../../src/routes.ts';
import { references } from '../../src/site.ts';
import { DISPLAY_DELAY_MS } from '../../src/startup/vitrine.ts';
import { expect, hydratedByClock, test } from './fixtures.ts';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
test.use({ ...phone, waitsTheSecond: true, film: 'moving' });

const VIDEO = '/video/home-video.mp4';
const POSTER = '/images/home-poster.avif';
const KIB = 1024;

/** Limits of the home's weight for a phone, in KiB (docs/performance.md); the document fits the first round trip. */
const budget = { document: 14_600 / KIB, script: 85, font: 26, poster: 16, video: 700 } as const;

/** Opens a page whose second does not end: every request before the display has then been sent. */
async function openBeforeDisplay(page: Page, path: string): Promise<Request[]> {
  const sent: Request[] = [];
  page.on('request', (request) => sent.push(request));
  await page.clock.install({ time: '2026-01-05T10:00:00' });
  await page.clock.pauseAt('2026-01-05T10:00:01');
  await page.goto(path);
  await hydratedByClock(page);
  await page.waitForLoadState('networkidle');
  return sent;
}

const pathOf = (request: Request) => new URL(request.url()).pathname;

async function weightOf(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, each) => sum + each.responseHeadersSize + each.responseBodySize, 0) / KIB;
}

test('HOME-8: on a phone the home keeps its budgets; video and rare letters wait', async ({ page }) => {
  const sent = await openBeforeDisplay(page, '/');
  const poster = sent.filter((request) => pathOf(request) === POSTER);
  expect(poster, 'it is there before the page is displayed').toHaveLength(1);
  expect(await weightOf(poster)).toBeLessThanOrEqual(budget.poster);
  // HOME-13: the page states its own weight.
  const promised = Number.parseInt(references[0]?.result ?? '', 10);
  expect(KIB * (await weightOf(sent))).toBeLessThanOrEqual(1000 * promised);
  expect(sent.map(pathOf), 'what is below the first view waits').not.toContain('/images/regie.svg');
  await expect(page.locator('header img'), 'after fonts and poster').toHaveAttribute('fetchpriority', 'low');
  const bundle = await sent.find((request) => request.resourceType() === 'script')?.response();
  expect(await bundle?.text(), 'compiled as it comes').toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  expect(await page.context().cookies()).toEqual([]);
  expect(statSync('example/images/film.mp4').size / KIB).toBeLessThanOrEqual(budget.video);
  const isAsked = (path: string) => sent.some((request) => pathOf(request) === path);
  expect(isAsked(VIDEO)).toBe(false);
  await page.clock.runFor(DISPLAY_DELAY_MS);
  await page.clock.resume();
  await expect.poll(() => isAsked(VIDEO) && isAsked(insightsScriptPath)).toBe(true);
  for (const type of ['document', 'script', 'font'] as const) {
    const asked = sent.filter((request) => request.resourceType() === type);
    expect(await weightOf(asked), type).toBeLessThanOrEqual(budget[type]);
  }
  const rareLetters = () =>
    sent.flatMap((request) => /-(rest|ext)-[^/]*\.woff2$/.exec(request.url())?.[1] ?? []);
  expect(rareLetters()).toEqual([]);
  await page.locator('h1').evaluate((name) => {
    name.textContent = 'Ørsted Šimek';
  });
  await expect.poll(() => rareLetters().toSorted()).toEqual(['ext', 'rest']);
});

test('START-6: a page asks for its query, then for the files that it names alone', async ({ page }) => {
  const sent = await openBeforeDisplay(page, '/about');
  const named = await page.evaluate(() => {
    const { entry, sheet, fonts = '' } = document.querySelector('script')?.dataset ?? {};
    return `${entry} ${sheet} ${fonts}`.split(' ');
  });
  const [query, ...asked] = sent.filter((request) =>
    ['fetch', 'script', 'stylesheet', 'font'].includes(request.resourceType()),
  );
  expect(query?.resourceType()).toBe('fetch');
  expect(asked.map(pathOf).toSorted()).toEqual(named.toSorted());
  expect(await page.evaluate(() => 'script' in window), 'the gate leaves no global but its own').toBe(false);
});
