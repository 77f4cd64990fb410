import { launch } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../scripts/setup/browsers.mjs';
import { findLostText } from '../visual/lost-text.ts';
import { PAGES } from '../visual/pages.ts';
import type { Engine } from './engine.ts';
import { type Front, startFront } from './front.ts';
import { journeysIn } from './journeys.ts';
import { visitorOf } from './visitor.ts';

/** Starts Firefox ESR without a window, over WebDriver BiDi. */
async function startFirefox(preferences: Record<string, unknown> = {}): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: engines.firefox,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'fr-FR, fr', ...preferences },
  });
  // The page that Firefox starts with is never in front and gets no focus events; a new one does.
  const page = await browser.newPage();
  return {
    visit: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    },
    run: (act, argument) => page.evaluate(act as never, argument) as never,
    pressAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    resize: (width, height) => page.setViewport({ width, height }),
    goBack: async () => {
      await page.evaluate(() => history.back());
    },
    close: () => browser.close(),
  };
}

journeysIn('Firefox ESR', startFirefox);

describe('Firefox ESR with larger text', () => {
  let front: Front;
  beforeAll(async () => {
    front = await startFront();
  });
  afterAll(() => front.stop());

  it.each([
    // Only the text, as with the menu's ‘Zoom text only’.
    ['a zoom of 200 %', { 'browser.display.os-zoom-behavior': 2, 'ui.textScaleFactor': 200 }],
    ['a smallest size of 24 px', { 'font.minimum-size.x-western': 24 }],
  ])('PAGE-4: no text is lost with %s', async (_setting, preferences) => {
    const engine = await startFirefox(preferences);
    const visitor = visitorOf(engine, front.url);
    await engine.resize(1280, 800);
    const lost: string[] = [];
    for (const { path } of PAGES) {
      await visitor.open(path);
      lost.push(...(await engine.run(findLostText, 'body')).map((text) => `${path}: ${text}`));
    }
    await engine.close();
    expect(lost).toEqual([]);
  });
});
