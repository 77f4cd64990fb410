import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/routes.ts';
import { type Site, startSite } from '../support/site.ts';
import { desktop, phone, visit } from './visit.ts';

/** The largest share that may stay unused, by Chromium's coverage. */
const budget = {
  /** Of the home page's own chunks and the two inline or stand-alone scripts, once everything on the page was used. */
  ownScript: 0.15,
  /** Of the entry, which is react-dom but for a tenth: the ways that React did not have to take. */
  entry: 0.68,
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

/** Uses what a visitor can use on home. Events, and not clicks: that the buttons can be reached is proven elsewhere. */
async function useHome(page: Page): Promise<void> {
  const press = (name: RegExp) => page.getByRole('button', { name }).first().dispatchEvent('click');
  await press(/menu/i);
  await page.keyboard.press('Escape');
  await press(/mode|thème/i);
  await press(/suivant/i);
  await page.keyboard.press('ArrowLeft');
  await press(/vidéo/i);
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
  await press(/retour en haut/i);
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
  const scripts = (await home.page.coverage.stopJSCoverage())
    .map(({ url, source = '', functions }) => ({
      path: new URL(url).pathname,
      length: source.length,
      used: usedCharacters(source.length, functions),
    }))
    .filter(({ path }) => brought.has(path));
  const [entry, own] = [scripts.filter(isEntry), scripts.filter((each) => !isEntry(each))];
  expect(unusedShare(entry)).toBeLessThanOrEqual(budget.entry);
  expect(unusedShare(own)).toBeLessThanOrEqual(budget.ownScript);
});

function isEntry({ path }: { path: string }): boolean {
  return path.includes('/start-browser-');
}

function unusedShare(scripts: readonly { length: number; used: number }[]): number {
  expect(scripts).not.toEqual([]);
  const sum = (key: 'length' | 'used') => scripts.reduce((total, each) => total + each[key], 0);
  return 1 - sum('used') / sum('length');
}

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
