import type { Page } from '@playwright/test';
import { readOut } from './display.ts';
import { expect, test } from './fixtures.ts';
import { answerProfile, OTHER_PROFILE } from './graphql-route.ts';
import { displayByHand, shownTitles } from './typing.ts';

test.use({ waitsTheSecond: true });

const answerTitle = (page: Page, metier: string) => answerProfile(page, { ...OTHER_PROFILE, metier });

/** What is shown after each letter, of which an emoji is one. */
const prefixesOf = (title: string) =>
  Array.from(title, (_letter, index) => [...title].slice(0, index + 1).join(''));

for (const [what, title, withinMs] of [
  ['of one line', 'Cartographe de 🗺 et de 🚀 pour tous', 2_000],
  [
    'of several lines',
    'Cartographe de logiciels, architecte de plateformes et formatrice en accessibilité',
    4_000,
  ],
] as const) {
  test(`HOME-4: from 600 px a title ${what} is typed, read once, whole; no letter moves`, async ({
    page,
  }) => {
    await answerTitle(page, title);
    await page.setViewportSize({ width: 600, height: 800 });
    await displayByHand(page);
    for (const part of [0, 0.25, 0.75]) {
      await page.clock.runFor(withinMs * part);
      await expectReadOnce(page, title);
    }
    const shown = await shownTitles(page);
    expect(shown.at(-1)?.text).toBe(title);
    expect(prefixesOf(title)).toEqual(expect.arrayContaining(shown.map(({ text }) => text)));
    // Letters whose time comes while the page is busy are shown together.
    expect(shown.length).toBeGreaterThan(title.length / 2);
    const places = shown.at(-1)?.tops ?? [];
    expect(new Set(places).size > 1).toBe(what === 'of several lines');
    for (const { text, tops } of shown) expect(tops, text).toEqual(places.slice(0, tops.length));
  });
}

test('HOME-4: no letter moves where a line is just as wide as its place', async ({ page }) => {
  const title = 'Cartographe de données, formatrice et Architecte de logiciels';
  await answerTitle(page, title);
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('main p:has([data-profile=metier], [aria-hidden]) { width: 547px }');
    document.adoptedStyleSheets.push(sheet);
  });
  await page.setViewportSize({ width: 1200, height: 800 });
  await displayByHand(page);
  await page.clock.runFor(5_000);
  const shown = await shownTitles(page);
  const places = shown.at(-1)?.tops ?? [];
  for (const { text, tops } of shown) expect(tops, text).toEqual(places.slice(0, tops.length));
});

test('HOME-4: the longest job title is typed in less than five seconds', async ({ page }) => {
  const title = 'Développement, '.repeat(20).trim();
  await answerTitle(page, title);
  await displayByHand(page);
  await page.clock.runFor(5_000);
  expect((await shownTitles(page)).at(-1)?.text).toBe(title);
});

for (const { name, width, reducedMotion } of [
  { name: 'below 600 px', width: 599, reducedMotion: 'no-preference' },
  { name: 'with reduced motion', width: 1280, reducedMotion: 'reduce' },
] as const) {
  test(`HOME-4: the job title is plain ${name}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await answerTitle(page, 'Cartographe de 🗺');
    await page.setViewportSize({ width, height: 800 });
    await displayByHand(page);
    await page.clock.runFor(1_000);
    expect(await shownTitles(page)).toMatchObject([{ text: 'Cartographe de 🗺' }]);
  });
}

async function expectReadOnce(page: Page, title: string): Promise<void> {
  const texts = (await readOut(page))
    .filter((line) => /^(StaticText|paragraph): /.test(line))
    .map((line) => line.replace(/^\w+: /, ''));
  const pieces = texts.filter((text) => text !== '' && title.startsWith(text.trim()));
  expect(pieces).toEqual([title]);
}
