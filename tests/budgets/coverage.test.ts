import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/routes.ts';
import { type Site, startSite } from '../support/site.ts';
import { desktop, phone, visit } from './visit.ts';

/** The largest share that may stay unused, by Chromium's coverage. */
const budget = {
  /** Of the script that home brings, once everything on it was used. React's own ways not taken are most of it. */
  homeScript: 0.55,
  /** Of the one style sheet, once every page was shown on phone and desktop. */
  styleSheet: 0.25,
} as const;

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(async () => {
  await site.stop();
});

interface Range {
  start: number;
  end: number;
}

/** Characters inside at least one of the ranges. */
function covered(ranges: readonly Range[]): number {
  let [sum, reached] = [0, 0];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    sum += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return sum;
}

/** Uses what a visitor can use on home. */
async function useHome(page: Page): Promise<void> {
  await page.getByRole('button', { name: /menu/i }).first().click();
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /mode|thème/i })
    .first()
    .click();
  await page.getByRole('button', { name: /suivant/i }).click();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: /vidéo/i }).click();
  await page.mouse.wheel(0, 900);
  await page.getByRole('button', { name: 'Retour en haut' }).click();
}

interface FunctionRanges {
  ranges: { startOffset: number; endOffset: number; count: number }[];
}

/** V8 nests ranges: an inner one corrects the one around it, so characters are marked from outside in. */
function usedCharacters(length: number, functions: readonly FunctionRanges[]): number {
  const used = new Uint8Array(length);
  const ranges = functions.flatMap((each) => each.ranges);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges)
    used.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return used.reduce((sum, each) => sum + each, 0);
}

test('home brings little script that stays unused', async () => {
  await using home = await visit(site.url, phone, (page) => page.coverage.startJSCoverage());
  await home.reveal();
  await useHome(home.page);
  const brought = new Set(home.sent.map(({ path }) => path));
  const scripts = (await home.page.coverage.stopJSCoverage()).filter(({ url }) =>
    brought.has(new URL(url).pathname),
  );
  let [total, used] = [0, 0];
  for (const { source = '', functions } of scripts) {
    total += source.length;
    used += usedCharacters(source.length, functions);
  }
  expect(total).toBeGreaterThan(0);
  expect(1 - used / total).toBeLessThanOrEqual(budget.homeScript);
});

test('little of the style sheet is used by no page', async () => {
  const ranges: Range[] = [];
  let length = 0;
  for (const options of [phone, desktop]) {
    for (const { path } of [...Object.values(routes), { path: '/404' }]) {
      await using shown = await visit(site.url + path, options, (page) => page.coverage.startCSSCoverage());
      await shown.reveal();
      const [sheet] = (await shown.page.coverage.stopCSSCoverage()).filter(({ text }) => text);
      ranges.push(...(sheet?.ranges ?? []));
      length = sheet?.text?.length ?? 0;
    }
  }
  expect(length).toBeGreaterThan(0);
  expect(1 - covered(ranges) / length).toBeLessThanOrEqual(budget.styleSheet);
});
