import type { JSHandle, Page } from '@playwright/test';
import { fontsReady, twoFrames } from '../browser/display.ts';
import { follow, open, test } from '../browser/fixtures.ts';
import { PAGES } from './pages.ts';

export async function openPage(page: Page, path: string): Promise<void> {
  await open(page, path);
  await fontsReady(page);
}

/** Checks these pages in one document, each with its lazy pictures. A failure names the page. */
export async function onPages(
  page: Page,
  check: (name: string) => Promise<void>,
  pages: readonly (typeof PAGES)[number][] = PAGES,
): Promise<void> {
  for (const [index, { name, path }] of pages.entries()) {
    await (index === 0 ? openPage(page, path) : follow(page, path));
    await loadPictures(page);
    await test.step(name, () => check(name));
  }
}

/** Opens a page and loads its lazy pictures too, so that pictures and measures cover the whole page. */
export async function openWholePage(page: Page, path: string): Promise<void> {
  await openPage(page, path);
  await loadPictures(page);
}

/** Adds style to the page, by a constructed style sheet, which the content security policy allows. */
export function adoptStyle(page: Page, css: string): Promise<JSHandle<CSSStyleSheet>> {
  return page.evaluateHandle((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  }, css);
}

/** Loads the pictures below the fold. */
export async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = 'eager';
  });
  await picturesLoaded(page);
}

/** Waits until each picture of the page has loaded, from the file for the width of the window. */
export async function picturesLoaded(page: Page): Promise<void> {
  // The browser chooses the files in the next frame.
  await twoFrames(page);
  await page.waitForFunction(() => Array.from(document.images).every(({ complete }) => complete));
  await page.evaluate(async () => {
    await Promise.all(Array.from(document.images, (picture) => picture.decode()));
  });
}
