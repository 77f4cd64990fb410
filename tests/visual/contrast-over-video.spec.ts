import type { Locator, Page } from '@playwright/test';
import { expect, open, test } from '../browser/fixtures.ts';
import { luminance, readPicture } from '../browser/picture.ts';
import { showBrightestFrame } from './brightest-frame.ts';
import { MODES, SIZES } from './pages.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, bypassCSP: true });

/** WCAG 2.2, 1.4.3 and 1.4.11: texts, large texts (24 px, or 18.66 px bold), edges of controls. */
const TEXT = 4.5;
const LARGE = 3;

interface Part {
  name: string;
  locate: (page: Page) => Locator;
  least: number;
}

const PARTS: readonly Part[] = [
  { name: 'studio', locate: (page) => page.getByRole('banner').getByText('Atelier').first(), least: TEXT },
  { name: 'navigation', locate: (page) => page.getByRole('navigation').getByRole('list'), least: TEXT },
  { name: 'colour mode', locate: (page) => page.getByRole('button', { name: /mode/ }), least: LARGE },
  { name: 'name', locate: (page) => page.getByRole('heading', { level: 1 }), least: LARGE },
  { name: 'job title', locate: (page) => page.locator('main p').first(), least: TEXT },
  { name: 'presentation', locate: (page) => page.locator('main p').nth(1), least: TEXT },
  { name: 'second action', locate: (page) => page.getByRole('link', { name: 'Voir nos services' }), least: TEXT },
  { name: 'video button', locate: (page) => page.getByRole('button', { name: /vidéo/ }), least: LARGE },
];

for (const colorScheme of MODES) {
  test(`every text over the video has its contrast on the brightest frame, ${colorScheme} mode`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, '/');
    await showBrightestFrame(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const part of PARTS) await expectContrast(page, part, `${part.name} at ${size.width} px`);
    }
  });
}

/** The words are light on dark: the brightest point behind them is the worst. */
async function expectContrast(page: Page, { locate, least }: Part, what: string): Promise<void> {
  const element = locate(page);
  if (!(await element.isVisible())) return;
  const ink = await inkOf(element);
  const bare = await page.addStyleTag({ content: 'header *, main * { color: transparent !important; border-color: transparent !important; fill: none !important }' });
  const { colours } = readPicture(await element.screenshot({ animations: 'disabled' }));
  await bare.evaluate((style) => (style as Element).remove());
  const behind = Math.max(...[...colours.keys()].map(luminance));
  expect.soft((luminance(ink) + 0.05) / (behind + 0.05), `${what}: ${ink}`).toBeGreaterThanOrEqual(least);
}

/** The colour of the letters as `#rrggbb`, as the canvas of the browser reads it. */
async function inkOf(element: Locator): Promise<string> {
  return element.evaluate((node) => {
    const drawing = new OffscreenCanvas(1, 1).getContext('2d');
    if (!drawing) throw new Error('No canvas');
    const inner = node.querySelector('a, h1, span') ?? node;
    drawing.fillStyle = getComputedStyle(inner).color;
    return String(drawing.fillStyle);
  });
}
