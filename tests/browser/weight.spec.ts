import { statSync } from 'node:fs';
import { devices, type Page } from '@playwright/test';
import { DISPLAY_DELAY_MS } from '../../src/startup/display-delay.ts';
import { expect, hydrated, test } from './fixtures.ts';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
test.use({ ...phone, waitsTheSecond: true, homeMoves: true });

const VIDEO = '/video/home-video.mp4';
const POSTER = '/images/home-poster.avif';
const KIB = 1024;

/** The most that the home page weighs on the wire of a phone, in KiB (docs/performance.md). */
const budget = { document: 21.5, script: 80, fonts: 26, poster: 16, video: 700 } as const;

/** A request that a page made. */
interface Sent {
  path: string;
  type: string;
  /** On the wire, headers included; 0 until it is finished. */
  kib: number;
}

/** Lists everything that the page asks for from now on, in order. */
async function recordRequests(page: Page): Promise<Sent[]> {
  const cdp = await page.context().newCDPSession(page);
  const sent = new Map<string, Sent>();
  const all: Sent[] = [];
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    const each = { path: new URL(request.url).pathname, type, kib: 0 };
    sent.set(requestId, each);
    if (request.url.startsWith('http')) all.push(each);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const each = sent.get(requestId);
    if (each) each.kib = encodedDataLength / KIB;
  });
  await cdp.send('Network.enable');
  return all;
}

/** Opens a page whose second does not end until the clock is moved: all that comes before the display has then come. */
async function openBeforeDisplay(page: Page, path: string): Promise<Sent[]> {
  const sent = await recordRequests(page);
  await page.clock.install({ time: '2026-01-05T10:00:00' });
  await page.clock.pauseAt('2026-01-05T10:00:01');
  await page.goto(path);
  await page.clock.runFor(100);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  return sent;
}

test('HOME-8: on a phone the home keeps its budgets; its video and rare letters come later', async ({
  page,
}) => {
  const sent = await openBeforeDisplay(page, '/');
  const weight = (type: string) =>
    sent.filter((each) => each.type === type).reduce((sum, { kib }) => sum + kib, 0);
  expect(weight('Document')).toBeLessThanOrEqual(budget.document);
  expect(weight('Script')).toBeLessThanOrEqual(budget.script);
  expect(weight('Font')).toBeLessThanOrEqual(budget.fonts);
  const poster = sent.find(({ path }) => path === POSTER);
  expect(poster?.kib, 'the poster is there before the page is displayed').toBeGreaterThan(0);
  expect(poster?.kib).toBeLessThanOrEqual(budget.poster);
  expect(statSync(`public${VIDEO}`).size / KIB).toBeLessThanOrEqual(budget.video);
  const isVideoAsked = () => sent.some(({ path }) => path === VIDEO);
  expect(isVideoAsked()).toBe(false);
  await page.clock.runFor(DISPLAY_DELAY_MS);
  await page.clock.resume();
  await expect.poll(isVideoAsked).toBe(true);
  const rareLetters = () => sent.flatMap(({ path }) => /-(rest|ext)-[^/]*\.woff2$/.exec(path)?.[1] ?? []);
  expect(rareLetters()).toEqual([]);
  await page.locator('h1').evaluate((name) => {
    name.textContent = 'Ørsted Šimek';
  });
  await expect.poll(() => rareLetters().toSorted()).toEqual(['ext', 'rest']);
});

test('START-6: a page asks for its query, then for the files that it names, and for no other', async ({
  page,
}) => {
  const sent = await openBeforeDisplay(page, '/about');
  const order = sent.map(({ type }) => type);
  expect(order.indexOf('Fetch')).toBeGreaterThan(0);
  expect(order.indexOf('Fetch')).toBeLessThan(order.indexOf('Script'));
  expect(order.indexOf('Fetch')).toBeLessThan(order.indexOf('Font'));
  const named = await page.evaluate(() => {
    const { entry, modules = '', fonts = '' } = document.querySelector('script')?.dataset ?? {};
    return `${entry} ${modules} ${fonts}`.trim().split(/ +/);
  });
  const asked = sent.filter(({ type }) => type === 'Script' || type === 'Font').map(({ path }) => path);
  expect(asked.toSorted()).toEqual(named.toSorted());
  await page.clock.runFor(DISPLAY_DELAY_MS);
  await page.clock.resume();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const ahead = () => sent.flatMap(({ path }) => /\/([a-z-]+)-page-[^/]*\.js$/.exec(path)?.[1] ?? []);
  expect(ahead()).toEqual(['about']);
  await page.getByRole('contentinfo').locator('a[href="/privacy"]').dispatchEvent('touchstart');
  await expect.poll(ahead, 'the code of a page whose link is about to be followed').toContain('privacy');
});
