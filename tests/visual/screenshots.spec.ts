import { test } from '../browser/fixtures.ts';
import { openWholePage, picturesLoaded } from './open-page.ts';
import { MODES, PAGES, SIZES } from './pages.ts';
import { expectSamePicture, expectSameTree } from './same-picture.ts';

/*
 * Pages as they were last approved. The references have a fifth of the size, to keep the repository small;
 * `npm run screenshots` takes them again after an intended change. With reduced motion the poster replaces the video, and the
 * job title is complete.
 */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const whole = { scale: 0.2, fullPage: true };

/** A phone and a laptop, in CSS pixels. */
const PICTURED = [390, 1280];

for (const colorScheme of MODES) {
  for (const each of PAGES) {
    test(`${each.name} looks and reads as approved, ${colorScheme} mode`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await openWholePage(page, each.path);
      if (colorScheme === 'light') await expectSameTree(page.locator('body'), each.name);
      for (const size of SIZES.filter(({ width }) => PICTURED.includes(width))) {
        await page.setViewportSize(size);
        await picturesLoaded(page);
        await expectSamePicture(page, `${each.name}-${size.width}-${colorScheme}.png`, whole);
      }
    });
  }
}
