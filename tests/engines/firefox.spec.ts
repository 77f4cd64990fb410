import { launch } from 'puppeteer-core';
import { engines } from '../../scripts/setup/browsers.mjs';
import type { Engine } from './engine.ts';
import { journeysIn } from './journeys.ts';

/** Starts Firefox ESR without a window, over WebDriver BiDi. */
async function startFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: engines.firefox,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'fr-FR, fr' },
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
