import type { Page } from '@playwright/test';
import * as form from '../browser/contact-form.ts';
import { expect, test } from '../browser/fixtures.ts';
import { onOperation } from '../browser/network.ts';
import { onPages, openPage } from './open-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const EVERY = 'a, button, input, select, textarea';
const MAIN =
  'button, input, select, textarea, header nav a, main a[href="/contact"], main a[href="/"], footer a';

/** WCAG 2.2, 2.5.8, in CSS pixels; links inside a sentence are excepted there. */
const LEAST = 24;

/** The least size of the main controls: 44 px (2.5.5). */
const LEAST_OF_MAIN = 44;

/** Characters; 65 read best. */
const LONGEST_LINE = 75;

const READ_AT = [320, 390, 600, 768, 900, 1024, 1280, 1920, 2560] as const;

/** A large screen that stands on its side. */
const HIGH = { width: 1440, height: 2560 };

/** A phone held sideways, and the parts that its camera and round corners cover, in CSS pixels. */
const SIDEWAYS = { width: 844, height: 390 };
const INSETS = { left: 47, right: 47, bottom: 21 };

test('every page has targets of 24 px, 44 px for controls, lines one can read in eight sizes at every width, and no text under a camera', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page);
  const sizes = new Set<string>();
  await onPages(page, async () => {
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect.soft(await smallTargets(page, EVERY, LEAST, 'inline'), `${width} px`).toEqual([]);
      expect.soft(await smallTargets(page, MAIN, LEAST_OF_MAIN), `${width} px`).toEqual([]);
    }
    for (const width of READ_AT) {
      await page.setViewportSize({ width, height: 844 });
      const lines = await expectReadable(page);
      if (width === 1280) for (const { size } of lines) sizes.add(size);
    }
    await page.setViewportSize(HIGH);
    const foot = await page.getByRole('contentinfo').evaluate((each) => each.getBoundingClientRect().bottom);
    expect.soft(foot, 'of a page less high than the window').toBeGreaterThanOrEqual(HIGH.height);
    await page.setViewportSize(SIDEWAYS);
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS });
    expect.soft(await coveredTexts(page)).toEqual([]);
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
  });
  expect([...sizes].length, [...sizes].join(' ')).toBeLessThanOrEqual(8);
  expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain('viewport-fit=cover');
});

test('FORM-13: what stands after a sent message has lines one can read', async ({ page }) => {
  await onOperation(page, 'postContactForm', form.accepted);
  await openPage(page, '/contact');
  await form.send(page, { ...form.validValues(), message: 'Un refuge de montagne. '.repeat(20) });
  await expect(page.locator('main blockquote')).toBeVisible();
  for (const width of [...READ_AT, 899]) {
    await page.setViewportSize({ width, height: 844 });
    await expectReadable(page);
  }
});

/** Expects lines of at most this length, and returns all. */
async function expectReadable(page: Page): Promise<Line[]> {
  const lines = await page.evaluate(readLines);
  for (const { line } of lines) expect.soft(line.length, line).toBeLessThanOrEqual(LONGEST_LINE);
  return lines;
}

/** Returns names and sizes of smaller elements; invisible ones and links within a text, by their `display`, are left out. */
async function smallTargets(
  page: Page,
  selector: string,
  least: number,
  excepted?: string,
): Promise<string[]> {
  return page.locator(selector).evaluateAll(
    (elements, [limit, display]) =>
      elements
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => getComputedStyle(element).display !== display)
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < limit || box.height < limit)
        .map(
          ({ element, box }) =>
            `${element.tagName} ${element.ariaLabel ?? element.textContent}: ${Math.round(box.width)} × ${Math.round(box.height)}`,
        ),
    [least, excepted] as const,
  );
}

interface Line {
  size: string;
  line: string;
}

/** Runs in the page: gives each visible line of text, with its links and strong words, and the size of its first letter. */
function readLines(): Line[] {
  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let [block, bottom] = [document.body, Number.NaN];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const words = node.textContent ?? '';
    if (words.trim() === '' || !parent?.checkVisibility({ visibilityProperty: true })) continue;
    const { fontSize, clipPath } = getComputedStyle(parent);
    if (clipPath !== 'none' || parent.closest('script, style, noscript, select')) continue;
    let outer = parent;
    while (outer.parentElement && getComputedStyle(outer).display === 'inline') outer = outer.parentElement;
    if (outer !== block) [block, bottom] = [outer, Number.NaN];
    for (const [index, letter] of Array.from(words).entries()) {
      range.setStart(node, index);
      range.setEnd(node, index + letter.length);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      if (!(Math.abs(box.bottom - bottom) <= 8)) lines.push({ size: fontSize, line: '' });
      bottom = box.bottom;
      (lines.at(-1) as Line).line += letter;
    }
  }
  return lines.map(({ size, line }) => ({ size, line: line.trim() }));
}

/** Returns the texts that are partly covered; those for screen readers are in a box of one pixel. */
function coveredTexts(page: Page): Promise<string[]> {
  return page.evaluate((insets) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const parent = texts.currentNode.parentElement;
      const seen = parent?.checkVisibility({ visibilityProperty: true }) && parent.offsetWidth !== 1;
      for (const { left, right, width } of range.getClientRects())
        if (seen && width > 1 && (left < insets.left || right > innerWidth - insets.right))
          covered.push(`${texts.currentNode.textContent} (${left} to ${right})`);
    }
    return covered;
  }, INSETS);
}
