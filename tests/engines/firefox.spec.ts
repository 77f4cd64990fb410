import { launch } from 'puppeteer-core';
import { expect, onTestFinished } from 'vitest';
import { engines } from '../../scripts/setup/browsers.mjs';
import { fixedPriceOffers } from '../../src/site.ts';
import { carouselLabels } from '../../src/words/labels.ts';
import { findLostText } from '../visual/lost-text.ts';
import { PAGES } from '../visual/pages.ts';
import type { Engine } from './engine.ts';
import { focused, isDrawerOpen, scrollsSideways } from './in-page.ts';
import { type Journey, journeysIn } from './journeys.ts';
import { visitorOf } from './visitor.ts';

async function startFirefox(preferences: Record<string, number> = {}): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: engines.firefox,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'fr-FR, fr', ...preferences },
  });
  // A new page is opened, because Firefox's first one is never in front and gets no focus events.
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

/** Enlarges only the text, as the menu's ‘Zoom text only’ does. */
const ZOOMED = { 'browser.display.os-zoom-behavior': 2, 'ui.textScaleFactor': 200 };
const LARGE = { 'font.minimum-size.x-western': 24 };

function largerText(it: Journey): void {
  it.for([
    ['a zoom of 200 %', ZOOMED, [1280, 768, 320]],
    ['a smallest size of 24 px', LARGE, [1280, 320]],
  ] as const)(
    'PAGE-4: no text is lost with %s, from a phone to a laptop',
    async ([_setting, preferences, widths], { front }) => {
      const engine = await startFirefox({ 'ui.prefersReducedMotion': 1, ...preferences });
      onTestFinished(engine.close);
      const visitor = visitorOf(engine, front.url);
      const lost: string[] = [];
      const look = async (what: string, within = 'body') => {
        for (const width of widths) {
          await engine.resize(width, 844);
          await engine.run(() => scrollTo({ top: 0, behavior: 'instant' }));
          const found = await engine.run(findLostText, within);
          if (await engine.run(scrollsSideways)) found.push('sideways scrolling');
          lost.push(...found.map((text) => `${what} at ${width} px: ${text}`));
        }
      };
      await visitor.open('/about');
      expect(await engine.run(heightOfSmallText), 'the setting is in force').toBeGreaterThan(15);
      for (const { path } of PAGES) {
        await visitor.follow(path);
        await look(path);
      }
      await visitor.click('button', 'Ouvrir le menu');
      await visitor.sees(isDrawerOpen, true);
      await engine.run(showDrawerAlone);
      await look('the drawer', 'dialog');
      await visitor.open('/contact');
      await visitor.click('button', 'Envoyer');
      await visitor.sees(focused, 'SELECT Sujet');
      await look('the wrong form');
      await visitor.follow('/');
      for (const { tab } of fixedPriceOffers.slice(1)) {
        await visitor.click('button', carouselLabels.next);
        await look(tab, '#services');
      }
      expect(lost).toEqual([]);
    },
  );
}

/** Runs in the page; returns the height of text of 8 px. */
function heightOfSmallText(): number {
  const text = Object.assign(document.createElement('p'), { textContent: 'x' });
  text.style.fontSize = '8px';
  document.body.append(text);
  const { height } = text.getBoundingClientRect();
  text.remove();
  return height;
}

/** Runs in the page; shows the drawer alone, because the search for lost text leaves out fixed elements. */
function showDrawerAlone(): void {
  const [drawer, root] = [document.querySelector('dialog'), document.getElementById('root')];
  if (!drawer || !root) return;
  root.style.visibility = 'hidden';
  const whole = { position: 'absolute', height: 'auto', bottom: 'auto', visibility: 'visible' };
  Object.assign(drawer.style, whole);
}

journeysIn(() => startFirefox(), largerText);
