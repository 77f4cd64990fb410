import type { Locator, Page } from '@playwright/test';

const SILENT_ROLES = new Set(['RootWebArea', 'none', 'generic', 'InlineTextBox', 'LineBreak']);

/** What assistive technology is told, from the browser's own accessibility tree, as `role: name`. */
export async function readOut(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter((node) => !node.ignored && !SILENT_ROLES.has(String(node.role?.value)))
    .map((node) => `${node.role?.value}: ${node.name?.value ?? ''}`);
}

/** The text of an element as a visitor sees it: hidden parts are left out. */
export async function shownText(element: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
  return element.evaluate((node: HTMLElement) => node.innerText);
}

/** Waits until the browser has drawn what it knows now: the second frame begins once the first is done. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** Waits until the fonts that the page asked for are there, and its text is laid out in them. */
export async function fontsReady(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

/** What a browser's own translation does: each text becomes elements, and the text that React knows is gone. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('script, style, option')) continue;
      const font = document.createElement('font');
      font.append(Object.assign(document.createElement('font'), { textContent: `[${text.data}]` }));
      text.replaceWith(font);
    }
  });
}
