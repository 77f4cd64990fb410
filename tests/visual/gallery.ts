import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { systemBrowser } from '../../scripts/setup/browsers.mjs';
import { chromiumArguments, steadyPaint } from '../support/chromium.ts';
import { startSite } from '../support/site.ts';
import { layOutWhole, picturesLoaded } from './open-page.ts';
import { MODES, PAGES, SIZES } from './pages.ts';

/*
 * Takes a picture of every page at every width in both modes into docs/screenshots, and puts together the few that the
 * repository keeps. Run by `npm run screenshots`.
 */
const FOLDER = resolve(import.meta.dirname, '../../docs/screenshots');

const executablePath = systemBrowser();
const browser = await chromium.launch({
  args: [...chromiumArguments(), ...steadyPaint],
  ...(executablePath ? { executablePath } : {}),
});
const site = await startSite();
try {
  await Promise.all(MODES.map((mode) => photograph(browser, site.url, mode)));
  await sideBySide(browser, 'home', 900, ['home-1280-light', 'home-1280-dark']);
  await sideBySide(browser, 'phone', 900, [
    'home-390-light',
    'contact-390-light',
    'home-390-dark',
    'about-390-dark',
  ]);
} finally {
  await browser.close();
  await site.stop();
}

async function photograph(browser: Browser, url: string, colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'fr-FR',
  });
  const page = await context.newPage();
  for (const { name, path } of PAGES) {
    await page.goto(path);
    await page.getByRole('main').waitFor({ state: 'visible' });
    await layOutWhole(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await picturesLoaded(page);
      const file = join(FOLDER, `${name}-${size.width}-${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
    }
  }
  await context.close();
}

/** One picture of several, from their tops, `height` CSS pixels high at half their size. */
async function sideBySide(
  browser: Browser,
  name: string,
  height: number,
  parts: readonly string[],
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 2000, height } });
  const source = (part: string) => `http://pictures.invalid/${part}.png`;
  await page.route('http://pictures.invalid/**', (route) =>
    route.fulfill({ path: join(FOLDER, new URL(route.request().url()).pathname) }),
  );
  const pictures = parts.map((part) => `<div><img src="${source(part)}" alt=""></div>`).join('');
  await page.setContent(
    `<style>body { margin: 0; display: flex; gap: 12px; width: max-content }
     div { height: ${height}px; overflow: hidden } img { zoom: 0.5 }</style>${pictures}`,
  );
  const shot = await page.locator('body').screenshot({ omitBackground: true });
  writeFileSync(join(FOLDER, `${name}.png`), shot);
  await page.close();
}
