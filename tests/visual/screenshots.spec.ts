import { expect, test } from '../browser/fixtures.ts';
import { openPage } from './open-page.ts';
import { MODES, PAGES, SIZES } from './pages.ts';

/*
 * Pages as they were last approved. The references are a fifth of the size, so that the repository stays small;
 * `npm run screenshots` takes them again after a change that was meant. Less motion is asked for: the video is then its
 * poster and the job title stands whole.
 */
test.use({ deviceScaleFactor: 0.2, contextOptions: { reducedMotion: 'reduce' } });

for (const colorScheme of MODES) {
  test.describe(`${colorScheme} mode`, () => {
    test.use({ colorScheme });

    for (const each of PAGES) {
      test(`${each.name} looks as approved at every width, ${colorScheme} mode`, async ({ page, noise }) => {
        await openPage(page, noise, each);
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await expect
            .soft(page)
            .toHaveScreenshot(`${each.name}-${size.width}-${colorScheme}.png`, { fullPage: true });
        }
      });
    }
  });
}
