import { test } from '../browser/fixtures.ts';
import { openWholePage, picturesLoaded } from './open-page.ts';
import { MODES, PAGES, SIZES } from './pages.ts';
import { expectSamePicture, expectSameTree } from './same-picture.ts';

/*
 * Pages as they were last approved. The references are a fifth of the size, so that the repository stays small;
 * `npm run screenshots` takes them again after a change that was meant. Less motion is asked for: the video is then its
 * poster and the job title stands whole.
 */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const whole = { scale: 0.2, fullPage: true };

/** A phone and a laptop, in CSS pixels. */
const PICTURED = [390, 1280];

for (const colorScheme of MODES) {
  test.describe(`${colorScheme} mode`, () => {
    test.use({ colorScheme });

    for (const each of PAGES) {
      test(`${each.name} looks and reads as approved, ${colorScheme} mode`, async ({ page }) => {
        await openWholePage(page, each.path);
        if (colorScheme === 'light') await expectSameTree(page.locator('body'), each.name);
        for (const size of SIZES.filter(({ width }) => PICTURED.includes(width))) {
          await page.setViewportSize(size);
          await picturesLoaded(page);
          await expectSamePicture(page, `${each.name}-${size.width}-${colorScheme}.png`, whole);
        }
      });
    }
  });
}
