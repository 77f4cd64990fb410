import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import config from '../../playwright.config.ts';
import { ROOT } from '../support/root.ts';
import { startSite } from '../support/site.ts';
import { loadPictures } from './open-page.ts';

/* Takes the pictures of the README into docs/screenshots. Run by `npm run screenshots`. */

/** The tops of these pages side by side, by the name of the picture. */
const GALLERY = {
  home: [
    { path: '/', width: 1280, colorScheme: 'light' },
    { path: '/', width: 1280, colorScheme: 'dark' },
  ],
  phone: [
    { path: '/', width: 390, colorScheme: 'light' },
    { path: '/contact', width: 390, colorScheme: 'light' },
    { path: '/', width: 390, colorScheme: 'dark' },
    { path: '/about', width: 390, colorScheme: 'dark' },
  ],
} as const;

/** Height in CSS pixels; pictures are half that size, this far apart. */
const HEIGHT = 1800;
const GAP = 12;

const browser = await chromium.launch(config.use?.launchOptions);
const site = await startSite();
try {
  for (const [name, pages] of Object.entries(GALLERY)) {
    const tops = await Promise.all(pages.map(topOf));
    const file = join(ROOT, 'docs/screenshots', `${name}.png`);
    await sharp(tops, {
      join: { across: tops.length, shim: GAP, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toFile(file);
  }
} finally {
  await browser.close();
  await site.stop();
}

async function topOf({ path, width, colorScheme }: (typeof GALLERY)[keyof typeof GALLERY][number]) {
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'fr-FR',
  });
  await page.goto(site.url + path);
  await page.locator('html[data-gate=open]:not([inert])').waitFor({ state: 'attached' });
  await loadPictures(page);
  const whole = await page.screenshot({ fullPage: true, animations: 'disabled' });
  await page.close();
  return sharp(whole)
    .extract({ left: 0, top: 0, width, height: HEIGHT })
    .resize(width / 2)
    .ensureAlpha()
    .png()
    .toBuffer();
}
