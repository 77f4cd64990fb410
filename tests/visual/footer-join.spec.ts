import sharp from 'sharp';
import { expect, test } from '../browser/fixtures.ts';
import { openPage } from './open-page.ts';
import { MODES, PAGES } from './pages.ts';

/** CSS pixels, above the join and below it. */
const BAND = 4;

test.use({ deviceScaleFactor: 3, contextOptions: { reducedMotion: 'reduce' } });

for (const colorScheme of MODES) {
  for (const each of PAGES.filter(({ name }) => ['home', 'contact'].includes(name))) {
    test(`the ground above the footer of ${each.name} goes on in one colour, ${colorScheme} mode`, async ({
      page,
      noise,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 390, height: 600 });
      // As it is scrolled to: laid out at once, the whole page has no such line.
      await openPage(page, noise, each);
      await page.waitForFunction(() => !('gate' in document.documentElement.dataset));
      const footer = page.getByRole('contentinfo');
      for (const fraction of [0, 0.2, 0.4, 0.6, 0.8]) {
        await page.getByRole('heading', { level: 1 }).evaluate((title, more) => {
          title.style.paddingBottom = `${more}px`;
        }, fraction);
        const top = await footer.evaluate(async (element) => {
          const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
          // The way there lays out what comes near, and moves the footer.
          for (let time = 0; time < 3; time += 1) {
            scrollBy(0, element.getBoundingClientRect().top - 300);
            await frame();
            await frame();
          }
          return Math.floor(element.getBoundingClientRect().top);
        });
        const clip = { x: 5, y: top - BAND, width: 1, height: 2 * BAND };
        const { channels } = await sharp(await page.screenshot({ clip })).stats();
        const spread = channels.map(({ min, max }) => max - min);
        expect.soft(Math.max(...spread), `${fraction} px more`).toBe(0);
      }
    });
  }
}
