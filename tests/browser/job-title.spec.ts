import type { Page } from '@playwright/test';
import { firstProfile } from '../../src/site.ts';
import { DISPLAY_DELAY_MS } from '../../src/startup/vitrine.ts';
import { readOut, translate } from './display.ts';
import { expect, follow, hydratedByClock, test } from './fixtures.ts';
import { answerProfile, OTHER_PROFILE } from './network.ts';

test.use({ waitsTheSecond: true });

const answerTitle = (page: Page, metier: string) => answerProfile(page, { ...OTHER_PROFILE, metier });

/** Returns the text shown after each letter; an emoji counts as one. */
const prefixesOf = (title: string) =>
  Array.from(title, (_letter, index) => [...title].slice(0, index + 1).join(''));

/** Longer movement needs a button that stops it (WCAG 2.2.2). */
const WITHIN_MS = 5_000;

const WIDE = 'Cartographe de données, formatrice et Architecte de logiciels';
const LONG =
  'Cartographe 🗺 de logiciels, architecte 🚀 de plateformes et formatrice en accessibilité pour les refuges et les communes de montagne';

for (const [what, title, width, place] of [
  ['just as wide as its place', WIDE, 1200, '547px'],
  ['of many letters and lines', LONG, 600, 'auto'],
] as const) {
  test(`HOME-4: a title ${what} is typed, read once, whole; no letter moves`, async ({ page }) => {
    await answerTitle(page, title);
    await page.addInitScript((wide) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`main p:has([data-profile=metier], [aria-hidden]) { width: ${wide} }`);
      document.adoptedStyleSheets.push(sheet);
    }, place);
    await page.setViewportSize({ width, height: 800 });
    await displayByHand(page);
    for (const part of [0, 0.25, 0.75]) {
      await page.clock.runFor(WITHIN_MS * part);
      await expectReadOnce(page, title);
    }
    const shown = await shownTitles(page);
    expect(shown.at(-1)?.text).toBe(title);
    expect(prefixesOf(title)).toEqual(expect.arrayContaining(shown.map(({ text }) => text)));
    // Letters that come due while the page is busy appear together.
    expect(shown.length).toBeGreaterThan(Math.min(title.length, 80) / 2);
    const places = shown.at(-1)?.tops ?? [];
    expect(new Set(places).size).toBeGreaterThan(1);
    for (const { text, tops } of shown) expect(tops, text).toEqual(places.slice(0, tops.length));
  });
}

test('HOME-4: the job title is plain below 600 px, and with reduced motion', async ({ page }) => {
  await answerTitle(page, 'Cartographe de 🗺');
  await page.setViewportSize({ width: 599, height: 800 });
  await displayByHand(page);
  await page.clock.runFor(1_000);
  await follow(page, '/contact');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await follow(page, '/');
  await page.clock.runFor(1_000);
  const shown = new Set((await shownTitles(page)).map(({ text }) => text));
  expect(shown).toEqual(new Set(['Cartographe de 🗺']));
});

test('HOME-4: the job title goes on being typed while the page is translated', async ({ page }) => {
  await displayByHand(page);
  await page.clock.runFor(400);
  await translate(page);
  await page.clock.runFor(2_000);
  await expect(page.locator('p > [data-profile=metier]')).toHaveText(firstProfile.metier);
});

async function expectReadOnce(page: Page, title: string): Promise<void> {
  const texts = (await readOut(page))
    .filter((line) => /^(StaticText|paragraph): /.test(line))
    .map((line) => line.replace(/^\w+: /, ''));
  const pieces = texts.filter((text) => text !== '' && title.startsWith(text.trim()));
  expect(pieces).toEqual([title]);
}

type Shown = { text: string; tops: number[] };

declare global {
  interface Window {
    shownTitles: Shown[];
  }
}

const shownTitles = (page: Page) => page.evaluate(() => window.shownTitles);

/**
 * Opens and displays the home, and records the shown parts of the job title. Only `page.clock` moves the page's time: on a slow
 * machine hydration would come after the second, and the job title then stays plain.
 */
async function displayByHand(page: Page): Promise<void> {
  await page.addInitScript(recordTitle);
  await page.clock.install({ time: '2026-01-05T10:00:00' });
  await page.clock.pauseAt('2026-01-05T10:00:01');
  await page.goto('/');
  await hydratedByClock(page);
  await page.clock.runFor(DISPLAY_DELAY_MS);
  // The page waits for frames too before anything moves.
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await shownTitles(page)).not.toEqual([]);
    await expect(page.locator('html[inert]')).not.toBeAttached({ timeout: 1 });
  }).toPass();
}

/** Runs in the page; records each text of the job title. */
function recordTitle(): void {
  const seen: Shown[] = [];
  window.shownTitles = seen;
  new MutationObserver(() => {
    const title = document.querySelector('main p:has(> [data-profile=metier], [aria-hidden])');
    const shown = title?.querySelector('[aria-hidden] > :first-child, [data-profile=metier]');
    const isShown = shown?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const [text] = shown?.childNodes ?? [];
    if (!title || !isShown || !(text instanceof Text) || text.data === seen.at(-1)?.text) return;
    const range = document.createRange();
    const tops = Array.from(text.data.trimEnd(), (_letter, index) => {
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      return Math.round(range.getBoundingClientRect().top - title.getBoundingClientRect().top);
    });
    seen.push({ text: text.data, tops });
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}
