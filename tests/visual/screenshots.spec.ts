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

const phone = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };
const laptop = { width: 1280, height: 800 };
const screen = { colorScheme: 'light', forcedColors: 'none', media: 'screen' } as const;

/** The first four are taken of each page, all of the home and the form. */
const PICTURED = [
  { as: '1280-light', size: laptop, emulated: screen },
  { as: '390-dark', size: phone, emulated: { ...screen, colorScheme: 'dark' } },
  { as: '768', size: tablet, emulated: screen },
  { as: 'paper', size: tablet, emulated: { ...screen, media: 'print' } },
  { as: '1280-dark', size: laptop, emulated: { ...screen, colorScheme: 'dark' } },
  { as: '390-light', size: phone, emulated: screen },
  { as: 'forced-colours', size: phone, emulated: { ...screen, forcedColors: 'active' } },
  { as: 'without-scripts', size: phone, emulated: screen, scripts: false },
] as const;

for (const { name, path } of PAGES) {
  test(`${name} looks and reads as approved`, async ({ page }) => {
    await openWholePage(page, path);
    const html = page.locator('html');
    await expectSameTree(html, name);
    for (const setting of PICTURED.slice(0, ['/', '/contact'].includes(path) ? undefined : 4)) {
      await page.emulateMedia(setting.emulated);
      await page.setViewportSize(setting.size);
      if ('scripts' in setting) await html.evaluate((element) => delete element.dataset['scripts']);
      await picturesLoaded(page);
      await expectSamePicture(page, `${name}-${setting.as}.png`, whole);
    }
  });
}
