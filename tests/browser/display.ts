import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const SILENT_ROLES = new Set(['RootWebArea', 'none', 'generic', 'InlineTextBox', 'LineBreak']);

/** Returns the browser's accessibility tree, as `role: name`. */
export async function readOut(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter((node) => !node.ignored && !SILENT_ROLES.has(String(node.role?.value)))
    .map((node) => `${node.role?.value}: ${node.name?.value ?? ''}`);
}

/** Waits until the browser has drawn its present state: the second frame begins after the first is done. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

export async function fontsReady(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

/** Translates the page as browsers do: each text becomes elements, and React's own text node is gone. */
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

/** Path of the script that `violations` needs in the page. */
export const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Lists what axe finds in both colour modes, without motion. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }));
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
  }
  return found;
}
