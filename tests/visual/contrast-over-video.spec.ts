import type { Locator, Page } from '@playwright/test';
import { wcagContrast } from 'culori';
import sharp from 'sharp';
import { home, identity } from '../../src/site.ts';
import { startProject } from '../../src/words/specified.ts';
import { expect, test } from '../browser/fixtures.ts';
import { openPage } from './open-page.ts';
import { MODES, SIZES } from './pages.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, bypassCSP: true, film: 'still' });

/** Least contrast of texts, then of large texts (24 px, or 18.66 px bold) and graphics (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXT = 4.5;
const LARGE = 3;

const PARTS: Readonly<Record<string, (page: Page) => Locator>> = {
  studio: (page) => page.getByRole('banner').getByText(identity.studioName).first(),
  'first link': (page) => page.getByRole('navigation').getByRole('link').first(),
  'second link': (page) => page.getByRole('navigation').getByRole('link').last(),
  'colour mode': (page) => page.getByRole('button', { name: /mode/ }),
  name: (page) => page.getByRole('heading', { level: 1 }),
  audience: (page) => page.getByText(home.forWhom),
  'job title': (page) => page.locator('main p').first(),
  presentation: (page) => page.locator('main p').nth(1),
  'second action': (page) => page.locator('main').getByRole('link', { name: startProject }).first(),
  'last label': (page) => page.locator('main dt').nth(2),
  'last fact': (page) => page.locator('main dd').nth(2),
  'video button': (page) => page.getByRole('button', { name: /vidéo/ }),
};

const WITHOUT_WORDS =
  'header *, main * { color: transparent !important; border-color: transparent !important; stroke: none !important }';

/** With text at 200 %, no word and no switch may lie over the sun. */
const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1280, height: 800 };

test('every text over the video has its contrast on the brightest frame', async ({ page }) => {
  await openPage(page, '/');
  await page.evaluate(showBrightestFrame);
  for (const size of [...SIZES, PHONE, LAPTOP]) {
    await page.setViewportSize(size);
    if (size === PHONE) await page.addStyleTag({ content: ':root { font-size: 200% }' });
    for (const colorScheme of MODES) {
      await page.emulateMedia({ colorScheme });
      await PARTS['colour mode']?.(page).hover();
      const inks = await inksOf(page);
      if (size.width >= 600) expect(inks.map(({ name }) => name)).toEqual(Object.keys(PARTS));
      const style = await page.addStyleTag({ content: WITHOUT_WORDS });
      // The opening begins at the top of the page, so a point has the same coordinates in the picture.
      const behind = await openingOf(page);
      for (const { name, ink, least, place } of inks) {
        const where = `${name} at ${size.width} px, ${colorScheme} mode, ${ink}`;
        expect.soft(wcagContrast(ink, await brightestOf(behind, place)), where).toBeGreaterThanOrEqual(least);
      }
      await style.evaluate((element) => (element as Element).remove());
    }
  }
});

interface Ink {
  name: string;
  /** Colour of the words, as CSS writes it. */
  ink: string;
  least: number;
  place: { left: number; top: number; width: number; height: number };
}

async function inksOf(page: Page): Promise<Ink[]> {
  const found: Ink[] = [];
  for (const [name, locate] of Object.entries(PARTS)) {
    const element = locate(page);
    if (!(await element.isVisible())) continue;
    const ink = await element.evaluate(inkOf, { TEXT, LARGE });
    // Until the page is scrolled by 8 px, the bar has no ground of its own (src/pages/bar.tsx).
    if (name === 'colour mode') ink.place.height += 8;
    found.push({ name, ...ink });
  }
  return found;
}

/** Runs in the page; returns the colour and the place of an element's words, in whole pixels. */
function inkOf(element: Element, { TEXT, LARGE }: { TEXT: number; LARGE: number }): Omit<Ink, 'name'> {
  const { color, fontSize, fontWeight } = getComputedStyle(element);
  const size = Number.parseFloat(fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
  const isPicture = element.matches('button');
  const range = document.createRange();
  range.selectNodeContents(element);
  const box = (isPicture ? element : range).getBoundingClientRect();
  const [left, top] = [Math.floor(box.left), Math.floor(box.top)];
  const place = { left, top, width: Math.ceil(box.right) - left, height: Math.ceil(box.bottom) - top };
  return { ink: color, least: isLarge || isPicture ? LARGE : TEXT, place };
}

/** Returns the points of a picture of the opening. Its quality is so high that it differs from the screen by less than an eye sees. */
async function openingOf(page: Page) {
  const opening = page.locator('div:has(> div > video)');
  const picture = await opening.screenshot({ animations: 'disabled', type: 'jpeg', quality: 100 });
  return sharp(picture).raw().toBuffer({ resolveWithObject: true });
}

/**
 * Returns the brightest red, green and blue behind the words. Together they are worse than any point, because the words are light
 * on dark.
 */
async function brightestOf({ data, info }: Awaited<ReturnType<typeof openingOf>>, place: Ink['place']) {
  const cut = sharp(data, { raw: info }).extract(place).raw();
  const part = await cut.toBuffer({ resolveWithObject: true });
  const { channels } = await sharp(part.data, { raw: part.info }).stats();
  const [r = 0, g = 0, b = 0] = channels.map(({ max }) => max / 255);
  return { mode: 'rgb' as const, r, g, b };
}

/**
 * Runs in the page; replaces the background video by one still. Each of its points is as bright as the brightest frame there, two
 * frames a second, so no visible frame is brighter behind a text.
 */
async function showBrightestFrame(): Promise<void> {
  const shown = document.querySelector('video');
  if (!shown) throw new Error('No video on this page');
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  video.src = '/video/home-video.mp4';
  const event = (name: string) =>
    new Promise((resolve) => video.addEventListener(name, resolve, { once: true }));
  await event('loadeddata');
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('No canvas');
  drawing.globalCompositeOperation = 'lighten';
  for (let time = 0; time < video.duration; time += 0.5) {
    const there = event('seeked');
    video.currentTime = time;
    await there;
    drawing.drawImage(video, 0, 0);
  }
  shown.poster = canvas.toDataURL('image/png');
  const picture = new Image();
  picture.src = shown.poster;
  await picture.decode();
}
