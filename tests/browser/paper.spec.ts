import type { Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { firstProfile, home } from '../../src/site.ts';
import { footer } from '../../src/words/footer.ts';
import { homeWords } from '../../src/words/home.ts';
import { labels } from '../../src/words/labels.ts';
import { backToHome, startProject } from '../../src/words/specified.ts';
import * as form from './contact-form.ts';
import { fontsReady } from './display.ts';
import { expect, follow, footerLink, open, PATHS, test } from './fixtures.ts';
import { holdOperation } from './network.ts';

/* These tests check the sheets of a printed page (PAGE-6). */

const onHome = [startProject, homeWords.seeServices, home.end.action];
const BUTTONS: readonly string[] = [...onHome, backToHome, labels.skipToContent];

const linesOf = (count: number) => Array.from({ length: count }, (_line, index) => `Ligne ${index + 1}.`);
const A4 = { width: '210mm', height: '297mm' };
const LONG_MESSAGE = linesOf(60).join('\n');

const states: Record<string, (page: Page) => Promise<void>> = {
  'the home while its job title is typed': async (page) => {
    await open(page, '/contact');
    await page.clock.install({ time: '2026-01-05T10:00:00' });
    await page.clock.pauseAt('2026-01-05T11:00:00');
    await footerLink(page, 'Accueil').click();
    await page.clock.runFor(300);
    await expect(page.locator('main p [data-rest]')).toBeAttached();
  },
  'the home on a phone, dark, scrolled, with its menu open': async (page) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/');
    await page.mouse.wheel(0, 900);
    await expect(page.getByRole('button', { name: 'Retour en haut' })).toBeVisible();
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'a wrong form in a chosen dark mode': async (page) => {
    await page.addInitScript(() => localStorage.setItem('mode', 'dark'));
    await open(page, '/contact');
    await form.submit(page).click();
    await expect(page.getByText(form.MESSAGES.subject).first()).toBeVisible();
  },
  'a message that was sent': async (page) => {
    await form.sendWhileClockStands(page, form.accepted, LONG_MESSAGE);
    await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  },
  'a message that was not sent': async (page) => {
    await form.sendWhileClockStands(page, form.refused);
    await expect(form.notice(page, form.NOTICES.failure)).toBeVisible();
  },
};

for (const [state, reach] of Object.entries(states))
  test(`PAGE-6: paper has the whole text, black on white, uncovered: ${state}`, async ({ page, noise }) => {
    if (state === 'a message that was not sent') noise.expect(form.REFUSED);
    await reach(page);
    await expectOnPaper(page, state, state === 'a message that was sent' ? LONG_MESSAGE.split('\n') : []);
  });

test('PAGE-6: paper has the whole of any message, and no sheet for the footer alone', async ({ page }) => {
  await open(page, '/contact');
  for (const count of [1, 13, 14, 15, 30, 55, 80])
    await test.step(`${count} lines`, async () => {
      await form.message(page).fill(linesOf(count).join('\n'));
      await expectOnPaper(page, 'a message', linesOf(count));
    });
  await form.message(page).fill(linesOf(10).join('\n'));
  await expectOnPaper(page, 'A5 within its margins', linesOf(10), { width: '128mm', height: '190mm' });
});

test('PAGE-6: paper has the whole text, black on white, uncovered: every page', async ({ page }) => {
  await open(page, '/about');
  for (const path of [...PATHS, '/nulle-part'])
    await test.step(path, async () => {
      await follow(page, path);
      await expectOnPaper(page, path === '/' ? 'the home' : path);
      await page.emulateMedia({ media: null, reducedMotion: null });
      await expect(page.locator('details[open]'), 'closed again').toHaveCount(0);
    });
});

test('PAGE-6: paper has all of a page that the screen does not show yet', async ({ page }) => {
  const answer = await holdOperation(page, 'getAdminPublicProfil');
  for (const path of ['/', '/contact', '/legal-mention']) {
    await page.goto(path);
    await expect(page.locator('html[data-gate=closed]')).toBeAttached();
    // The sheet of all pages has replaced the style of the first view.
    await expect(page.locator('head > style')).not.toBeAttached();
    await fontsReady(page);
    await expectOnPaper(page, path === '/' ? 'the home' : path);
  }
  answer();
});

async function expectOnPaper(page: Page, state: string, message: readonly string[] = [], sheet = A4) {
  const { words, controls, headings, groups } = await page.evaluate(textsOf, BUTTONS);
  if (state.startsWith('the home')) words.push(firstProfile.metier);
  words.push(...message);
  const sheets = await print(page, sheet);
  const written = sheets.map((lines) => letters(lines.map(({ text }) => text).join('')));
  const byHeight = sheets.map((lines) => lines.toSorted((a, b) => b.foot - a.foot));
  const firsts = byHeight.map((lines) => letters(lines[0]?.text ?? ''));
  const lasts = byHeight.map((lines) => letters(lines.at(-1)?.text ?? ''));
  const faults = {
    // Capitals are ignored, because a style may write one.
    missing: words.filter((text) => !isWritten(small(text), written.map(small))),
    controls: [...BUTTONS, ...controls].filter((text) => isWritten(letters(text), written)),
    covered: sheets.flatMap(covered),
    cut: groups.filter(
      (texts) => !written.some((sheet) => texts.every((text) => isWritten(small(text), [small(sheet)]))),
    ),
    nearlyEmpty: written.filter((text) => text.length < 100),
    footerAlone: firsts.filter((first) => letters(footer.promise).startsWith(first)),
    headingsAtTheFoot: headings.filter((text) => lasts.some((last) => letters(text).endsWith(last))),
  };
  expect(Object.entries(faults).filter(([, found]) => found.length > 0)).toEqual([]);
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
  const { ground, inks } = await page.evaluate(coloursOf);
  expect(ground).toBe('rgb(255, 255, 255)');
  expect(inks).toEqual(['rgb(0, 0, 0)']);
}

/** A line of words on a sheet: its place in points, from the left and from the foot. */
interface Line {
  text: string;
  left: number;
  right: number;
  foot: number;
  size: number;
}

async function print(page: Page, sheet: typeof A4): Promise<Line[][]> {
  const file = await page.pdf(sheet);
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_sheet, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent();
      return items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [, , , , left, foot] = item.transform;
        return [{ text: item.str, left, right: left + item.width, foot, size: item.height }];
      });
    }),
  );
}

/** Removes blanks, which a PDF has where lines break and between tight letters. */
function letters(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '');
}

const small = (text: string) => letters(text).toLowerCase();

/** Returns whether a text stands on a sheet, or goes on from one to the next. */
function isWritten(text: string, sheets: string[]): boolean {
  return sheets.some((sheet, index) =>
    Array.from(text, (_letter, cut) => [text.slice(0, cut + 1), text.slice(cut + 1)] as const).some(
      ([head, rest]) => sheet.includes(head) && (rest === '' || sheets[index + 1]?.includes(rest)),
    ),
  );
}

function covered(lines: Line[]): string[] {
  const meet = (one: Line, other: Line) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.foot + one.size, other.foot + other.size) - Math.max(one.foot, other.foot) >
      Math.min(one.size, other.size) / 2;
  return lines.flatMap((line, index) => {
    const over = lines.slice(index + 1).filter((other) => meet(line, other));
    return over.map((other) => `${line.text} / ${other.text}`);
  });
}

/** Runs in the page; lists the texts that a reader of the paper needs, those for a screen only, headings, and texts of one sheet. */
function textsOf(buttons: readonly string[]) {
  const isForEyes = (element: Element | null) => element && getComputedStyle(element).clipPath === 'none';
  const forScreens = 'button, nav, dialog, [data-pressed], [role=status], [role=alert], select, textarea';
  const words: string[] = [];
  const groups = new Map<Element, string[]>();
  for (const each of document.querySelectorAll('article, details, li, footer')) groups.set(each, []);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (element?.closest(`noscript, script, video, ${forScreens}`)) continue;
    if (!isForEyes(element) || !isForEyes(element?.parentElement ?? null)) continue;
    const text = node.nodeValue ?? '';
    if (!text.trim() || buttons.includes(text)) continue;
    words.push(text);
    for (const [each, own] of groups) if (each.contains(element)) own.push(text);
  }
  const textOf = (selector: string) =>
    [...document.querySelectorAll(selector)].flatMap(({ textContent }) => textContent?.trim() || []);
  return {
    words,
    controls: textOf('button:not([role=tab]), [role=status], [role=alert]'),
    headings: textOf('h1, h2, h3, h4'),
    groups: [...groups.values()],
  };
}

function coloursOf() {
  const inks = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (node.nodeValue?.trim() && node.parentElement?.checkVisibility({ visibilityProperty: true }))
      inks.add(getComputedStyle(node.parentElement).color);
  return { ground: getComputedStyle(document.documentElement).backgroundColor, inks: [...inks] };
}
