/** The longest line, in characters; lines of 65 read best. */
const LONGEST_LINE = 75;

export interface Line {
  size: string;
  line: string;
}

/** Runs in the page; returns each visible line of text, with its links and strong words, and its first letter's size. */
export function readLines(): Line[] {
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

export const longLines = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ line }) => (line.length > LONGEST_LINE ? line : []));
