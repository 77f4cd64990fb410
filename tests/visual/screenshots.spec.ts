import { test } from '../browser/fixtures.ts';
import { openWholePage, picturesLoaded } from './open-page.ts';
import { PAGES } from './pages.ts';
import { expectSamePicture, expectSameTree } from './same-picture.ts';

/*
 * Pages as they were last approved. The references have a fifth of the size, to keep the repository small;
 * `npm run screenshots` takes them again after an intended change. With reduced motion the poster replaces the video, and the
 * job title is complete.
 */
test.use({ contextOptions: { reducedMotion: 'reduce' }, film: 'still' });

const whole = { scale: 0.2, fullPage: true };

/** A phone and a laptop, in CSS pixels: each width and each mode once, of the home all four. */
const PICTURED = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
] as const;

for (const { name, path } of PAGES) {
  test(`${name} looks and reads as approved`, async ({ page }) => {
    await openWholePage(page, path);
    await expectSameTree(page.locator('html'), name);
    for (const { colorScheme, ...size } of PICTURED.slice(0, path === '/' ? 4 : 2)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await picturesLoaded(page);
      await expectSamePicture(page, `${name}-${size.width}-${colorScheme}.png`, whole);
    }
  });
}
