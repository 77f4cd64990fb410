import sharp from 'sharp';
import { AXE, violations } from '../browser/display.ts';
import { expect, test } from '../browser/fixtures.ts';
import { adoptStyle, openWholePage, picturesLoaded } from './open-page.ts';
import { PAGES } from './pages.ts';
import { expectSamePicture, expectSameTree } from './same-picture.ts';

/*
 * Pages as they were last approved. The references have a fifth of the size, to keep the repository small;
 * `npm run screenshots` takes them again after an intended change. With reduced motion the poster replaces the video, and the
 * job title is complete.
 */
test.use({ contextOptions: { reducedMotion: 'reduce' }, film: 'still' });
test.beforeEach(({ context }) => context.addInitScript({ path: AXE }));

const whole = { scale: 0.2, fullPage: true };

const phone = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };
const laptop = { width: 1280, height: 800 };
const screen = { colorScheme: 'light', forcedColors: 'none', media: 'screen' } as const;

/** A visitor's own style sheet. */
const own = '* { color: yellow !important; background-color: black !important }';

/** The first five are taken of each page, all of the home and the form. */
const PICTURED = [
  { as: '1280-light', size: laptop, emulated: screen },
  { as: '390-dark', size: phone, emulated: { ...screen, colorScheme: 'dark' } },
  { as: '768', size: tablet, emulated: screen },
  { as: 'paper', size: tablet, emulated: { ...screen, media: 'print' } },
  { as: 'forced-dark', size: phone, emulated: { ...screen, colorScheme: 'dark', forcedColors: 'active' } },
  { as: '1280-dark', size: laptop, emulated: { ...screen, colorScheme: 'dark' } },
  { as: '390-light', size: phone, emulated: screen },
  { as: 'forced-colours', size: phone, emulated: { ...screen, forcedColors: 'active' } },
  { as: 'own-colours', size: phone, emulated: screen, style: own },
  { as: 'without-scripts', size: phone, emulated: screen, scripts: false },
] as const;

for (const { name, path } of PAGES) {
  test(`HOME-1, HOME-7, CARD-6, FOOT-1, FOOT-2, FORM-1: ${name} is as approved`, async ({ page }) => {
    await openWholePage(page, path);
    const html = page.locator('html');
    await expectSameTree(html, name);
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await violations(page), `${width} px`).toEqual([]);
    }
    for (const setting of PICTURED.slice(0, ['/', '/contact'].includes(path) ? undefined : 5)) {
      await page.emulateMedia(setting.emulated);
      await page.setViewportSize(setting.size);
      const sheet = await adoptStyle(page, 'style' in setting ? setting.style : '');
      if ('scripts' in setting) await html.evaluate((element) => delete element.dataset['scripts']);
      await picturesLoaded(page);
      await expectSamePicture(page, `${name}-${setting.as}.png`, whole);
      await sheet.evaluate((each) => each.replaceSync(''));
    }
  });
}

/** The tops of these pages stand side by side in the README, at half their size. */
const GALLERY = {
  home: [
    ['/', 1280, 'light'],
    ['/', 1280, 'dark'],
  ],
  phone: [
    ['/', 390, 'light'],
    ['/contact', 390, 'light'],
    ['/', 390, 'dark'],
    ['/about', 390, 'dark'],
  ],
} as const;

for (const [name, pages] of Object.entries(GALLERY)) {
  test(`the README shows the pages as they are: ${name}`, async ({ page }) => {
    const tops: Buffer[] = [];
    for (const [path, width, colorScheme] of pages) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await openWholePage(page, path);
      const clip = { x: 0, y: 0, width, height: 1800 };
      const top = await page.screenshot({ clip, fullPage: true, animations: 'disabled' });
      tops.push(
        await sharp(top)
          .resize(width / 2)
          .ensureAlpha()
          .png()
          .toBuffer(),
      );
    }
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    const picture = sharp(tops, { join: { across: tops.length, shim: 12, background } });
    expect(await picture.png().toBuffer()).toMatchSnapshot(['docs', 'screenshots', `${name}.png`]);
  });
}
