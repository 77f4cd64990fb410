import { expect, test } from '../browser/fixtures.ts';
import { onPages } from './open-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Characters; 65 read best. */
const LONGEST_LINE = 75;

test('all pages together have eight sizes of type, and no line is too long to read', async ({ page }) => {
  const sizes = new Set<string>();
  await onPages(page, async () => {
    for (const { size, line } of await page.evaluate(readLines)) {
      sizes.add(size);
      expect.soft(line.length, line).toBeLessThanOrEqual(LONGEST_LINE);
    }
  });
  expect([...sizes].length, [...sizes].join(' ')).toBeLessThanOrEqual(8);
});

/** Runs in the page: gives each visible line of text with its size. */
function readLines(): { size: string; line: string }[] {
  const lines: { size: string; line: string }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const words = node.textContent ?? '';
    if (words.trim() === '' || !parent?.checkVisibility({ visibilityProperty: true })) continue;
    const { fontSize, clipPath } = getComputedStyle(parent);
    if (clipPath !== 'none' || parent.closest('script, style, noscript, select')) continue;
    let [line, top] = ['', Number.NaN];
    for (const [index, letter] of Array.from(words).entries()) {
      range.setStart(node, index);
      range.setEnd(node, index + letter.length);
      const box = range.getBoundingClientRect();
      if (box.width > 0 && !(Math.abs(box.top - top) <= 8)) {
        if (line) lines.push({ size: fontSize, line: line.trim() });
        [line, top] = ['', box.top];
      }
      line += letter;
    }
    lines.push({ size: fontSize, line: line.trim() });
  }
  return lines;
}
