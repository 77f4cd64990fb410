import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium, devices, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemBrowser } from '../../scripts/setup/browsers.mjs';
import { routes } from '../../src/routes.ts';
import { chromiumArguments } from '../support/chromium.ts';
import { type Site, startSite } from '../support/site.ts';

const KIB = 1024;
const VIDEO = '/video/home-video.mp4';
const POSTER = '/images/home-poster.avif';

/** The most that the home page weighs on the wire, in KiB (docs/performance.md). */
const budget = { script: 80, fonts: 26, poster: 16, video: 700 } as const;
/** A document with its headers, in bytes: the round trip that a smaller one saves ends inside the blank second. */
const DOCUMENT_BYTES = 22_000;

let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await startSite();
  const executablePath = systemBrowser();
  browser = await chromium.launch({
    args: chromiumArguments(),
    ...(executablePath ? { executablePath } : {}),
  });
});

afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** A request that a page made. */
interface Sent {
  path: string;
  type: string;
  /** On the wire, headers included; 0 until it is finished. */
  bytes: number;
}

/**
 * Opens a page on a phone with an empty cache and lets it come to rest just before it is displayed: what comes before the reveal
 * and what after it does not depend on how fast the machine is.
 */
async function visit(path: string) {
  const page = await browser.newPage({ ...devices['Pixel 7'], locale: 'fr-FR' });
  const sent = await recordRequests(page);
  await page.addInitScript(holdLongTimers);
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  const reveal = async () => {
    await page.evaluate(() => (window as unknown as { releaseTimers(): void }).releaseTimers());
    await page.waitForFunction(() => document.documentElement.dataset['gate'] !== 'closed');
  };
  return { page, sent, reveal, [Symbol.asyncDispose]: () => page.close() };
}

/** In the page: timers of a second and more wait for `releaseTimers`. */
function holdLongTimers(): void {
  const begin = window.setTimeout.bind(window);
  const held: (() => void)[] = [];
  let holding = true;
  const holdingTimeout = (handler: () => void, delay = 0) => {
    if (!holding || delay < 1000) return begin(handler, delay);
    return held.push(handler);
  };
  const releaseTimers = () => {
    holding = false;
    for (const handler of held) handler();
  };
  Object.assign(window, { setTimeout: holdingTimeout, releaseTimers });
}

/** Lists everything that the page asks for from now on, in order. */
async function recordRequests(page: Page): Promise<Sent[]> {
  const cdp = await page.context().newCDPSession(page);
  const sent: Sent[] = [];
  const byId = new Map<string, Sent>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (!request.url.startsWith('http')) return;
    const each = { path: new URL(request.url).pathname, type, bytes: 0 };
    byId.set(requestId, each);
    sent.push(each);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const each = byId.get(requestId);
    if (each) each.bytes = encodedDataLength;
  });
  await cdp.send('Network.enable');
  return sent;
}

test('on a phone the home page keeps its budgets, asks for its video once it is displayed, and for rare letters when a name has them', async () => {
  await using home = await visit('/');
  const kibOf = (type: string) =>
    home.sent.filter((each) => each.type === type).reduce((sum, { bytes }) => sum + bytes, 0) / KIB;
  expect(kibOf('Script')).toBeLessThanOrEqual(budget.script);
  expect(kibOf('Font')).toBeLessThanOrEqual(budget.fonts);
  const poster = home.sent.find(({ path }) => path === POSTER);
  expect(poster?.bytes, 'the poster is there before the page is displayed').toBeGreaterThan(0);
  expect((poster?.bytes ?? 0) / KIB).toBeLessThanOrEqual(budget.poster);
  const videoAsked = () => home.sent.some(({ path }) => path === VIDEO);
  expect(videoAsked()).toBe(false);
  await home.reveal();
  await expect.poll(videoAsked).toBe(true);
  const file = join(resolve(import.meta.dirname, '../../public'), VIDEO);
  expect(statSync(file).size / KIB).toBeLessThanOrEqual(budget.video);
  const rareLetters = () =>
    home.sent.flatMap(({ path }) => /-(rest|ext)-[^/]*\.woff2$/.exec(path)?.[1] ?? []);
  expect(rareLetters()).toEqual([]);
  await home.page.locator('h1').evaluate((name) => {
    name.textContent = 'Ørsted Šimek';
  });
  await expect.poll(() => rareLetters().toSorted()).toEqual(['ext', 'rest']);
});

/** How the build names the chunk of a page. */
function chunkOf(page: string): string {
  return `${page.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}-page`;
}

test.each(Object.entries(routes))(
  '%s is small, asks for its query before its scripts and fonts, for all that it names, and for another page’s code when a link is about to be followed',
  async (name, { path }) => {
    await using shown = await visit(path);
    const first = shown.sent.find(({ type }) => type === 'Document');
    expect(first?.bytes).toBeGreaterThan(5_000);
    expect(first?.bytes).toBeLessThanOrEqual(DOCUMENT_BYTES);
    const order = shown.sent.map(({ type }) => type);
    expect(order.indexOf('Fetch')).toBeGreaterThan(0);
    expect(order.indexOf('Fetch')).toBeLessThan(order.indexOf('Script'));
    expect(order.indexOf('Fetch')).toBeLessThan(order.indexOf('Font'));
    const named = await shown.page.evaluate(() => {
      const { entry, modules = '', fonts = '' } = document.querySelector('script')?.dataset ?? {};
      return `${entry} ${modules} ${fonts}`.trim().split(/ +/);
    });
    const asked = shown.sent.filter(({ type }) => type === 'Script' || type === 'Font');
    expect(named.toSorted()).toEqual(asked.map((file) => file.path).toSorted());
    // Its own code comes in a chunk of its own, or within the entry.
    const others = Object.keys(routes).filter((each) => each !== name);
    const brought = () =>
      others.filter((each) => shown.sent.some((one) => one.path.includes(`/${chunkOf(each)}-`)));
    await shown.reveal();
    // Idle callbacks, on which code could be fetched ahead, have had their turn.
    await shown.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(brought()).toEqual([]);
    const other = name === 'privacy' ? 'contact' : 'privacy';
    const link = shown.page.getByRole('contentinfo').locator(`a[href="${routes[other].path}"]`);
    await link.first().dispatchEvent('touchstart');
    await expect.poll(brought).toEqual([other]);
  },
);

test('the server renders by React’s production form, whatever its environment says', () => {
  const bundle = readFileSync(resolve(import.meta.dirname, '../../dist/server/render.js'), 'utf8');
  expect(bundle).toContain('react');
  expect(bundle).not.toMatch(/process\.env\.NODE_ENV|Check the render method/);
});
