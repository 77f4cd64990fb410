import type { Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures.ts';
import { openWholePage, picturesLoaded } from './open-page.ts';
import { MODES, PAGES, SIZES } from './pages.ts';
import { expectSamePicture, smallPicture } from './same-picture.ts';

/*
 * Pages as they were last approved. The references are a fifth of the size, so that the repository stays small;
 * `npm run screenshots` takes them again after a change that was meant. Less motion is asked for: the video is then its
 * poster and the job title stands whole.
 */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const whole = { scale: 0.2, fullPage: true };

for (const colorScheme of MODES) {
  test.describe(`${colorScheme} mode`, () => {
    test.use({ colorScheme });

    for (const each of PAGES) {
      test(`${each.name} looks as approved at every width, ${colorScheme} mode`, async ({ page, noise }) => {
        await openWholePage(page, noise, each);
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await picturesLoaded(page);
          await expectSamePicture(page, `${each.name}-${size.width}-${colorScheme}.png`, whole);
        }
      });
    }
  });
}

test.describe('the comparison', () => {
  test.use({ colorScheme: 'light', viewport: { width: 1920, height: 1080 } });

  const changes = [
    { what: 'a heading 4 px lower', selector: 'main h2', style: 'transform: translateY(4px)' },
    {
      what: 'a button in another colour',
      selector: 'main a[href="/contact"]',
      style: 'background: #4a0fc0',
    },
  ];

  test('sees small changes on the largest picture', async ({ page, noise }) => {
    await openWholePage(page, noise, { name: 'home', path: '/' });
    await expectSamePicture(page, 'home-1920-light.png', whole);
    for (const { what, selector, style } of changes) {
      await restyle(page, selector, style);
      expect(await smallPicture(page, whole), what).not.toMatchSnapshot('home-1920-light.png');
      await restyle(page, selector, '');
    }
  });
});

async function restyle(page: Page, selector: string, style: string): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate((element: HTMLElement, css) => {
      element.style.cssText = css;
    }, style);
}
