import type { Page } from '@playwright/test';
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

const TITLE = OTHER_PROFILE.metier;

/** What is typed after each letter. */
const PREFIXES = Array.from(TITLE, (_letter, index) => TITLE.slice(0, index + 1));

const lastTyped = (page: Page) => page.evaluate(() => window.typed?.at(-1));

test('HOME-4: from 600 px the job title appears letter by letter, in two seconds, read once and whole at every moment, and then nothing goes on', async ({
  page,
}) => {
  await answerProfile(page);
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

test('HOME-4: an emoji in the job title is typed whole', async ({ page }) => {
  const title = 'Cartographe 🗺 de 🚀';
  await answerProfile(page, { ...OTHER_PROFILE, metier: title });
  await holdTyping(page);
  await recordTyping(page);
  await reveal(page, '/');
  for (const _letter of title) await typeLetter(page);
  await expect.poll(() => lastTyped(page)).toBe(title);
  const typed = await page.evaluate(() => window.typed?.filter((text) => !text.isWellFormed()));
  expect(typed).toEqual([]);
  expect(await intervalsAtWork(page)).toBe(0);
});

for (const { name, width, reducedMotion } of [
  { name: 'below 600 px', width: 599, reducedMotion: 'no-preference' },
  { name: 'with reduced motion', width: 1280, reducedMotion: 'reduce' },
] as const) {
  test(`HOME-4: the job title is plain ${name}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await answerProfile(page);
    await holdTyping(page);
    await recordTyping(page);
    await page.setViewportSize({ width, height: 800 });
    await reveal(page, '/');
    await page.waitForTimeout(700);
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
  const seen: string[][] = [];
  for (let typed = 1; typed < metier.length; typed += 1) {
    await typeLetter(page);
    await expect(title.locator('[aria-hidden] > :first-child')).toHaveText(metier.slice(0, typed), {
      useInnerText: false,
    });
    seen.push(await title.evaluate(linesOf));
  }
  await typeLetter(page);
  await expect(title.locator('[aria-hidden]')).toHaveCount(0);
  const finished = await title.evaluate(linesOf);
  expect(finished.length).toBeGreaterThan(1);
  for (const lines of seen)
    for (const [number, line] of lines.entries()) {
      if (number < lines.length - 1) expect(line).toBe(finished[number]);
      else expect(finished[number]?.startsWith(line), line).toBe(true);
    }
});

/** In the page: the letters of each line of the title. */
function linesOf(title: Element): string[] {
  const texts = document.createTreeWalker(
    title.querySelector('[aria-hidden]') ?? title,
    NodeFilter.SHOW_TEXT,
  );
  const lines = new Map<number, string>();
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    for (const [index, letter] of [...node.data].entries()) {
      if (letter === ' ') continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const { top } = range.getBoundingClientRect();
      lines.set(top, (lines.get(top) ?? '') + letter);
    }
  }
  return [...lines.values()];
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
