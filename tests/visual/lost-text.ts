import type { Page } from '@playwright/test';

/**
 * Texts that cannot be read whole: out of the window sideways, cut by a box that clips, or lying over another text.
 * What only assistive technology gets, and what is fixed over the page, is left out. The page has to be at its top.
 */
export async function lostText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
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
    const isForEyes = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      ancestors(element).every((each) => {
        const { clipPath, position } = getComputedStyle(each);
        return clipPath === 'none' && position !== 'fixed';
      });

    const lines: Line[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      const text = node.nodeValue?.trim();
      if (!element || !text || element.closest('option, noscript, script, video') || !isForEyes(element))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) if (box.width > 1) lines.push({ text, element, box });
    }

    const lost: string[] = [];
    for (const { text, element, box } of lines) {
      if (box.left < -0.5 || box.right > innerWidth + 0.5) lost.push(`out of the window: ${text}`);
      for (const above of ancestors(element)) {
        const { overflowX, overflowY } = getComputedStyle(above);
        if (above === document.documentElement || above === document.body) continue;
        const edge = above.getBoundingClientRect();
        const cutX = overflowX !== 'visible' && (box.left < edge.left - 1 || box.right > edge.right + 1);
        const cutY =
          overflowY !== 'visible' &&
          (box.top + box.height / 4 < edge.top || box.bottom - box.height / 4 > edge.bottom);
        if (cutX || cutY) lost.push(`cut off by ${above.tagName}: ${text}`);
      }
    }

    // The letters themselves fill about the middle half of a line's box; tight headings let the boxes meet.
    const core = ({ box }: Line) => ({ top: box.top + box.height / 4, bottom: box.bottom - box.height / 4 });
    for (const [index, one] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down =
          Math.min(core(one).bottom, core(other).bottom) - Math.max(core(one).top, core(other).top);
        if (across > 1 && down > 1) lost.push(`one over the other: ${one.text} / ${other.text}`);
      }
    }
    return lost;
  });
}
