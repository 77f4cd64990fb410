import type { Page } from '@playwright/test';
import '../../src/startup/vitrine.ts';
import { exampleProfile } from '../../src/content/example-profile.ts';
import { readOut } from './display.ts';
import { expect, test } from './fixtures.ts';
import { answerProfile, OTHER_PROFILE } from './graphql-route.ts';
import { holdTyping, intervalsAtWork, msPerLetter, reveal, typeLetter } from './typing.ts';

test.use({ waitsTheSecond: true });

declare global {
  interface Window {
    typed?: string[];
  }
}

/** Records the part of the job title that each frame shows. Call before `goto`. */
async function recordTyping(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    window.typed = seen;
    const look = () => {
      const title = document.querySelector('main p:has(> [data-profile=metier], [aria-hidden])');
      const shown = title?.querySelector('[aria-hidden] > :first-child') ?? title;
      const text = shown?.checkVisibility({ visibilityProperty: true }) ? shown.textContent.trim() : '';
      if (text && seen.at(-1) !== text) seen.push(text);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const TITLE = 'Cartographe de 🗺 et de 🚀';
const PROFILE = { ...OTHER_PROFILE, metier: TITLE };

/** What is typed after each letter, of which an emoji is one. */
const PREFIXES = Array.from(TITLE, (_letter, index) => [...TITLE].slice(0, index + 1).join(''));

const lastTyped = (page: Page) => page.evaluate(() => window.typed?.at(-1));

test('HOME-4: from 600 px the title is typed in two seconds, and read once, whole', async ({ page }) => {
  await answerProfile(page, PROFILE);
  await holdTyping(page);
  await recordTyping(page);
  await page.setViewportSize({ width: 600, height: 800 });
  await reveal(page, '/');
  await expect.poll(() => intervalsAtWork(page)).toBe(1);
  expect(((await msPerLetter(page)) ?? Number.NaN) * exampleProfile.metier.length).toBeLessThan(2_000);
  await expectReadOnce(page);
  for (const prefix of PREFIXES) {
    await typeLetter(page);
    await expect.poll(() => lastTyped(page)).toBe(prefix.trim());
    await expectReadOnce(page);
  }
  expect(await page.evaluate(() => window.typed)).toEqual(PREFIXES.filter((text) => text === text.trim()));
  expect(await intervalsAtWork(page)).toBe(0);
});

test('HOME-4: the longest job title is typed in less than five seconds', async ({ page }) => {
  const title = 'Développement, '.repeat(20);
  await answerProfile(page, { ...OTHER_PROFILE, metier: title });
  await holdTyping(page);
  await reveal(page, '/');
  await expect.poll(() => intervalsAtWork(page)).toBe(1);
  expect(((await msPerLetter(page)) ?? Number.NaN) * title.length).toBeLessThan(5_000);
});

for (const { name, width, reducedMotion } of [
  { name: 'below 600 px', width: 599, reducedMotion: 'no-preference' },
  { name: 'with reduced motion', width: 1280, reducedMotion: 'reduce' },
] as const) {
  test(`HOME-4: the job title is plain ${name}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await answerProfile(page, PROFILE);
    await holdTyping(page);
    await recordTyping(page);
    await page.setViewportSize({ width, height: 800 });
    await reveal(page, '/');
    // Typing would begin then.
    await page.evaluate(() => window.vitrine.opened);
    await expect.poll(() => lastTyped(page)).toBe(TITLE);
    expect(await page.evaluate(() => window.typed)).toEqual([TITLE]);
    expect(await intervalsAtWork(page)).toBe(0);
  });
}

test('HOME-4: no letter of a title of several lines changes its line while it is typed', async ({ page }) => {
  const metier = 'Cartographe de logiciels, architecte de plateformes et formatrice en accessibilité';
  await answerProfile(page, { ...OTHER_PROFILE, metier });
  await holdTyping(page);
  await page.setViewportSize({ width: 600, height: 800 });
  await reveal(page, '/');
  const title = page.getByRole('main').getByRole('paragraph').filter({ hasText: metier });
  const places: number[][] = [];
  for (let typed = 1; typed < metier.length; typed += 1) {
    await typeLetter(page);
    await expect(title.locator('[aria-hidden] > :first-child')).toHaveText(metier.slice(0, typed), {
      useInnerText: false,
    });
    places.push(await title.evaluate(placesOfLetters));
  }
  await typeLetter(page);
  await expect(title.locator('[aria-hidden]')).toHaveCount(0);
  const finished = await title.evaluate(placesOfLetters);
  expect(new Set(finished).size).toBeGreaterThan(1);
  for (const each of places) expect(each).toEqual(finished.slice(0, each.length));
});

/** In the page: how far below the top of the title each of its letters stands. */
function placesOfLetters(title: Element): number[] {
  const text = document
    .createTreeWalker(title.querySelector('[aria-hidden]') ?? title, NodeFilter.SHOW_TEXT)
    .nextNode() as Text;
  const range = document.createRange();
  return Array.from(text.data.trimEnd(), (_letter, index) => {
    range.setStart(text, index);
    range.setEnd(text, index + 1);
    return Math.round(range.getBoundingClientRect().top - title.getBoundingClientRect().top);
  });
}

async function expectReadOnce(page: Page): Promise<void> {
  await expect(page.getByText(TITLE)).toHaveCount(1);
  const lines = (await readOut(page)).filter(
    (line) => line.startsWith('StaticText') || line.startsWith('paragraph'),
  );
  const texts = lines.map((line) => line.replace(/^\w+: /, ''));
  const pieces = texts.filter((text) => text !== '' && TITLE.startsWith(text.trim()));
  expect([...new Set(pieces)]).toEqual([TITLE]);
  expect(texts.filter((text) => text === TITLE).length).toBe(1);
}
