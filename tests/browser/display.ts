import type { Locator, Page } from '@playwright/test';

export interface DisplayTimes {
  /** When the last byte of the profile query came, milliseconds of the page's clock. */
  answered: number;
  /** The first frame that showed any element, found by looking at every frame. */
  firstShown: number;
  /** What the browser itself reports as its first contentful paint. */
  firstPaint: number;
  /** How many frames there were from the reveal to the one that showed something. */
  framesAfterReveal: number;
}

declare global {
  interface Window {
    firstShown?: number;
    framesAfterReveal?: number;
  }
}

/** Watches every frame of the next page for the first visible element. Call before `goto`. */
export async function watchDisplay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().height > 0;
    let frames = 0;
    const look = () => {
      if (performance.getEntriesByName('gate:reveal').length > 0) frames += 1;
      window.framesAfterReveal = frames;
      if ([...document.querySelectorAll('body *')].some(isShown)) window.firstShown = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** The times of a page that is displayed, in milliseconds since its navigation began. */
export async function displayTimes(page: Page): Promise<DisplayTimes> {
  // The browser notes a paint and the end of a request a moment after they happened.
  await page.waitForFunction(
    () =>
      window.firstShown !== undefined &&
      performance.getEntriesByName('first-contentful-paint').length > 0 &&
      performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === '/graphql'),
  );
  return page.evaluate(() => {
    const query = performance
      .getEntriesByType('resource')
      .find((entry) => new URL(entry.name).pathname === '/graphql') as PerformanceResourceTiming | undefined;
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    return {
      answered: query?.responseEnd ?? Number.NaN,
      firstShown: window.firstShown ?? Number.NaN,
      firstPaint: paint?.startTime ?? Number.NaN,
      framesAfterReveal: window.framesAfterReveal ?? Number.NaN,
    };
  });
}

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

/** Presses Tab several times and gives the tags that took the focus (empty when nothing can). */
export async function tabThrough(page: Page, presses: number): Promise<string[]> {
  const focused: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    const tag = await page.evaluate(() => document.activeElement?.tagName ?? 'BODY');
    if (tag !== 'BODY' && tag !== 'HTML') focused.push(tag);
  }
  return focused;
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
