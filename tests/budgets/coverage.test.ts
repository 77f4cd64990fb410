import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes, type ShownPage } from '../../src/routes.ts';
import { type Site, startSite } from '../support/site.ts';
import { desktop, phone, visit } from './visit.ts';

/** What may stay unused at most, by Chromium's coverage. */
const budget = {
  /** The share of the home page's own chunks and the two inline or stand-alone scripts, once everything on the page was used. */
  ownScript: 0.15,
  /** The share of the entry, which is react-dom but for a tenth: the ways that React did not have to take. */
  entry: 0.68,
  /** Characters of all style sheets, once every page was read to its end. A share would rise with what is saved elsewhere. */
  styleSheets: 7_400,
  /** Characters of what a page brings of them: what waits for the pointer, the keyboard, a notice or the printer. */
  plainPage: 4_450,
} as const;

/** The pages with more of it, or that do with less. */
const pageStyle: Partial<Record<ShownPage, number>> = {
  home: 5_450,
  contact: 5_800,
  about: 4_200,
  legalMention: 5_150,
  privacy: 4_650,
};

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

/** What a page brings of style, and what of it was used. */
interface PageStyle {
  text: string;
  ranges: Range[];
}

/** What comes with reading is in the coverage at every run, and not only when it was drawn before the count. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { scrollHeight } = document.documentElement;
    for (let top = 0; top < scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await drawn();
    }
  });
}

/** Chromium counts no `@font-face`, used or not; what pages fetch of fonts has a budget of its own. */
function fontFaces(text: string): Range[] {
  return [...text.matchAll(/@font-face\s*\{[^}]*\}/g)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}

async function styleOf(path: string): Promise<PageStyle> {
  const style: PageStyle = { text: '', ranges: [] };
  for (const options of [phone, desktop]) {
    await using shown = await visit(site.url + path, options, (page) => page.coverage.startCSSCoverage());
    await shown.reveal();
    await readToTheEnd(shown.page);
    const [sheet] = (await shown.page.coverage.stopCSSCoverage()).filter(({ text }) => text);
    style.text = sheet?.text ?? '';
    style.ranges.push(...(sheet?.ranges ?? []), ...fontFaces(style.text));
  }
  return style;
}

/** How much of the beginning is the same in all: the sheet that all pages share comes first. */
function sharedLength(texts: readonly string[]): number {
  const [first = '', ...others] = texts;
  let length = 0;
  while (length < first.length && others.every((other) => other[length] === first[length])) length++;
  return length;
}

function within(ranges: readonly Range[], from: number, to: number): Range[] {
  return ranges
    .filter(({ start, end }) => start < to && end > from)
    .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }));
}

test('little style is brought to a page that does not use it, and little is used by no page', async () => {
  const pages: PageStyle[] = [];
  const notFound = { path: '/404' };
  for (const [name, { path }] of Object.entries({ ...routes, notFound })) {
    const style = await styleOf(path);
    expect(style.text.length).toBeGreaterThan(0);
    expect(style.text.length - covered(style.ranges), path).toBeLessThanOrEqual(
      pageStyle[name as ShownPage] ?? budget.plainPage,
    );
    pages.push(style);
  }
  const shared = sharedLength(pages.map(({ text }) => text));
  expect(shared).toBeGreaterThan(1000);
  const everywhere = pages.flatMap(({ ranges }) => within(ranges, 0, shared));
  let [used, all] = [covered(everywhere), shared];
  for (const { text, ranges } of pages) {
    used += covered(within(ranges, shared, text.length));
    all += text.length - shared;
  }
  expect(all - used).toBeLessThanOrEqual(budget.styleSheets);
});
