import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identity } from '../../src/content/identity.ts';
import { routes } from '../../src/routes.ts';
import { type Site, startSite } from '../support/site.ts';
import { bytesOf, type Visit, visit } from './visit.ts';

const KIB = 1024;
const VIDEO = '/video/home-video.mp4';
const POSTER = '/images/home-poster.avif';

/**
 * What the home page may weigh on the wire, in KiB. The goal for its script is 66 (docs/performance.md says what stands
 * in between): until it is reached, this keeps what is won.
 */
const budget = { script: 72, css: 12, fonts: 26, poster: 16, video: 700 } as const;
/**
 * A document with its headers, in bytes: what fits into the ten packets that a server may send before the browser has
 * confirmed one (RFC 6928), so that the whole page is there after one round trip.
 */
const DOCUMENT_BYTES = 14_600;
/** Requests before the page is displayed: what a phone far from the server waits for. */
const REQUESTS_BEFORE_REVEAL = 7;

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

  test(`asks at most ${REQUESTS_BEFORE_REVEAL} times before it is displayed`, () => {
    expect(home.sent.length, home.sent.map(({ path }) => path).join(' ')).toBeLessThanOrEqual(
      REQUESTS_BEFORE_REVEAL,
    );
  });

  test('has its script, fonts and poster within their budgets', () => {
    expect(bytesOf(home.sent, 'Script') / KIB).toBeLessThanOrEqual(budget.script);
    expect(bytesOf(home.sent, 'Font') / KIB).toBeLessThanOrEqual(budget.fonts);
    const poster = home.sent.find(({ path }) => path === POSTER);
    expect(poster?.bytes, 'the poster is there before the page is displayed').toBeGreaterThan(0);
    expect((poster?.bytes ?? 0) / KIB).toBeLessThanOrEqual(budget.poster);
  });

  test('has its style sheet within its budget, none beside it', async () => {
    const css = await home.page.locator('style').allTextContents();
    expect(css.join('').length).toBeGreaterThan(0);
    expect(brotliCompressSync(css.join('')).length / KIB).toBeLessThanOrEqual(budget.css);
    expect(home.sent.filter(({ type }) => type === 'Stylesheet')).toEqual([]);
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
  test('comes in one round trip, and its query leaves before its scripts and fonts', async () => {
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

test('the legal identity is brought to the page that shows it, and no other', () => {
  const scripts = globSync('dist/client/assets/*.js').filter((file) =>
    readFileSync(file, 'utf8').includes(identity.hostAddress),
  );
  // The files of the build before stay in place.
  const names = scripts.map((file) => basename(file).replace(/-[\w-]{6}\.js$/, ''));
  expect([...new Set(names)]).toEqual(['legal-mention-page']);
});

test('the server renders by React’s production form, whatever its environment says', () => {
  const bundle = readFileSync(resolve(import.meta.dirname, '../../dist/server/render.js'), 'utf8');
  expect(bundle).toContain('react');
  expect(bundle).not.toMatch(/process\.env\.NODE_ENV|Check the render method/);
});

test('V8 keeps the renderer with one byte a character: nothing in it lies beyond Latin-1', () => {
  const files = globSync('dist/server/**/*.js');
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((file) => /[^\0-\xff]/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
