import type { Page } from '@playwright/test';

/**
 * Lists the texts that cannot be read whole. They are out of the window sideways or above its top, cut by a clipping box, or
 * broken within a word. Or they are out of their own button, or over another text, a control or a picture. Texts for assistive
 * technology alone and fixed elements are left out, and a row of tabs may be scrolled. The page has to be at its top.
 * @param within a selector: the texts of this part alone
 */
export async function lostText(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate(findLostText, within);
}

export function findLostText(selector: string): string[] {
  interface Line {
    text: string;
    element: Element;
    box: DOMRect;
  }

  const ancestors = (element: Element): Element[] => {
    const found: Element[] = [];
    for (let above: Element | null = element; above; above = above.parentElement) found.push(above);
    return found;
  };
  const plain = new Map<Element, boolean>();
  const isPlain = (element: Element) => {
    const { clipPath, position } = getComputedStyle(element);
    return clipPath === 'none' && position !== 'fixed';
  };
  const isForEyes = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    ancestors(element).every((each) => {
      if (!plain.has(each)) plain.set(each, isPlain(each));
      return plain.get(each);
    });
  const part = (node: Node, from: number, to: number) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width }) => width > 1);
  };
  // The letters fill about the middle half of a line's box; in tight headings the boxes touch.
  const core = (box: DOMRect) => ({ top: box.top + box.height / 4, bottom: box.bottom - box.height / 4 });
  const meet = (box: DOMRect, other: DOMRect, { top, bottom } = core(other)) =>
    Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
    Math.min(core(box).bottom, bottom) - Math.max(core(box).top, top) > 1;

  const lines: Line[] = [];
  const lost: string[] = [];
  const texts = document.createTreeWalker(
    document.querySelector(selector) ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    const whole = node.nodeValue ?? '';
    const text = whole.trim();
    if (!element || !text || element.closest('option, noscript, script, video') || !isForEyes(element))
      continue;
    const boxes = part(node, 0, whole.length);
    for (const box of boxes) lines.push({ text, element, box });
    if (boxes.length < 2) continue;
    // Addresses may break anywhere.
    for (const { 0: word, index } of whole.matchAll(/[^\s-]+/g)) {
      const tops = new Set(part(node, index, index + word.length).map(({ top }) => Math.round(top)));
      if (tops.size > 1 && !/[@/.]/.test(word.slice(0, -1))) lost.push(`broken within a word: ${word}`);
    }
  }

  for (const { text, element, box } of lines) {
    const row = element.closest('[role=tablist]');
    if (!row && (box.left < -0.5 || box.right > innerWidth + 0.5 || box.top < -0.5))
      lost.push(`out of the window: ${text}`);
    for (const above of ancestors(element)) {
      const { display, overflowX, overflowY } = getComputedStyle(above);
      if ([document.documentElement, document.body, row].includes(above as HTMLElement)) continue;
      const edge = above.getBoundingClientRect();
      const isAside = box.left < edge.left - 1 || box.right > edge.right + 1;
      const isAbove = core(box).top < edge.top || core(box).bottom > edge.bottom;
      if ((overflowX !== 'visible' && isAside) || (overflowY !== 'visible' && isAbove))
        lost.push(`cut off by ${above.tagName}: ${text}`);
      if (above.matches('a, button') && display !== 'inline' && (isAside || isAbove))
        lost.push(`out of its ${above.tagName}: ${text}`);
    }
  }

  for (const [index, { text, box }] of lines.entries()) {
    for (const other of lines.slice(index + 1))
      if (meet(box, other.box)) lost.push(`one over the other: ${text} / ${other.text}`);
  }
  for (const thing of document.querySelectorAll('a, button, input, select, textarea, img')) {
    if (!isForEyes(thing) || getComputedStyle(thing).display === 'inline') continue;
    const edge = thing.getBoundingClientRect();
    for (const { text, element, box } of lines)
      if (!thing.contains(element) && meet(box, edge, edge))
        lost.push(`over the ${thing.tagName} ${thing.ariaLabel ?? ''}: ${text}`);
  }
  return lost;
}
