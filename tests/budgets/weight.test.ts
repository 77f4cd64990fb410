import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/routes.ts';
import { type Site, startSite } from '../support/site.ts';
import { bytesOf, type Visit, visit } from './visit.ts';

const KIB = 1024;
const VIDEO = '/video/home-video.mp4';
const POSTER = '/images/home-poster.avif';

/** The most that the home page weighs on the wire, in KiB (docs/performance.md). */
const budget = { script: 80, fonts: 26, poster: 16, video: 700 } as const;
/** A document with its headers, in bytes: the round trip that a smaller one saves ends inside the blank second. */
const DOCUMENT_BYTES = 22_000;

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(async () => {
  await site.stop();
});

describe('the home page on a phone', () => {
  let home: Visit;

  beforeAll(async () => {
    home = await visit(site.url);
  });

  afterAll(async () => {
    await home[Symbol.asyncDispose]();
  });

  test('has its script, fonts and poster within their budgets', () => {
    expect(bytesOf(home.sent, 'Script') / KIB).toBeLessThanOrEqual(budget.script);
    expect(bytesOf(home.sent, 'Font') / KIB).toBeLessThanOrEqual(budget.fonts);
    const poster = home.sent.find(({ path }) => path === POSTER);
    expect(poster?.bytes, 'the poster is there before the page is displayed').toBeGreaterThan(0);
    expect((poster?.bytes ?? 0) / KIB).toBeLessThanOrEqual(budget.poster);
  });

  test('asks for its video only once it is displayed, and the video is within its budget', async () => {
    const asked = () => home.sent.some(({ path }) => path === VIDEO);
    expect(asked()).toBe(false);
    await home.reveal();
    await expect.poll(asked).toBe(true);
    const file = join(resolve(import.meta.dirname, '../../public'), VIDEO);
    expect(statSync(file).size / KIB).toBeLessThanOrEqual(budget.video);
  });

  test('fetches letters that French does without when a name has them, not before', async () => {
    const parts = () => home.sent.flatMap(({ path }) => /-(rest|ext)-[^/]*\.woff2$/.exec(path)?.[1] ?? []);
    expect(parts()).toEqual([]);
    await home.page.locator('h1').evaluate((name) => {
      name.textContent = 'Ørsted Šimek';
    });
    await expect.poll(() => parts().toSorted()).toEqual(['ext', 'rest']);
  });
});

/** How the build names the chunk of a page. */
function chunkOf(page: string): string {
  return `${page.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}-page`;
}

const chunks = Object.keys(routes).map(chunkOf);

describe.each(Object.entries(routes))('the page %s', (name, { path }) => {
  test('is small enough, and its query leaves before its scripts and fonts', async () => {
    await using shown = await visit(site.url + path);
    const document = shown.sent.find(({ type }) => type === 'Document');
    expect(document?.bytes).toBeGreaterThan(5_000);
    expect(document?.bytes).toBeLessThanOrEqual(DOCUMENT_BYTES);
    const order = shown.sent.map(({ type }) => type);
    expect(order.indexOf('Fetch')).toBeGreaterThan(0);
    expect(order.indexOf('Fetch')).toBeLessThan(order.indexOf('Script'));
    expect(order.indexOf('Fetch')).toBeLessThan(order.indexOf('Font'));
  });

  test('names all its scripts and fonts in its first lines, and none that it does without', async () => {
    await using shown = await visit(site.url + path);
    const named = await shown.page.evaluate(() => {
      const { entry, modules = '', fonts = '' } = document.querySelector('script')?.dataset ?? {};
      return `${entry} ${modules} ${fonts}`.trim().split(/ +/);
    });
    const asked = shown.sent.filter(({ type }) => type === 'Script' || type === 'Font');
    expect(named.toSorted()).toEqual(asked.map((file) => file.path).toSorted());
  });

  test('brings no other page’s code until a link is about to be followed', async () => {
    await using shown = await visit(site.url + path);
    await shown.reveal();
    await shown.page.waitForLoadState('networkidle');
    // Idle callbacks, on which code could be fetched ahead, have had their turn.
    await shown.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await shown.page.waitForTimeout(500);
    const brought = chunks.filter((chunk) => shown.sent.some((each) => each.path.includes(`/${chunk}-`)));
    // Its own code comes in a chunk of its own, or within the entry.
    expect(brought.filter((chunk) => chunk !== chunkOf(name))).toEqual([]);
  });

  test('fetches another page’s code when its link is about to be followed', async () => {
    await using shown = await visit(site.url + path);
    await shown.reveal();
    const [other, target] = name === 'privacy' ? ['contact', '/contact'] : ['privacy', '/privacy'];
    await shown.page
      .getByRole('contentinfo')
      .locator(`a[href="${target}"]`)
      .first()
      .dispatchEvent('touchstart');
    await expect.poll(() => shown.sent.some((each) => each.path.includes(`/${chunkOf(other)}-`))).toBe(true);
  });
});

test('the server renders by React’s production form, whatever its environment says', () => {
  const bundle = readFileSync(resolve(import.meta.dirname, '../../dist/server/render.js'), 'utf8');
  expect(bundle).toContain('react');
  expect(bundle).not.toMatch(/process\.env\.NODE_ENV|Check the render method/);
});
