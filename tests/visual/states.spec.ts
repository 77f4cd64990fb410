import type { Page } from '@playwright/test';
import { fillForm, NOTICES, notice, REFUSED, refused, submit, validValues } from '../browser/contact-form.ts';
import { test } from '../browser/fixtures.ts';
import { onOperation } from '../browser/graphql-route.ts';
import { openPage, openWholePage } from './open-page.ts';
import { MODES } from './pages.ts';
import { expectSamePicture } from './same-picture.ts';

const screen = { scale: 0.4 };

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: 390, height: 844 },
});

for (const colorScheme of MODES) {
  test.describe(`${colorScheme} mode`, () => {
    test.use({ colorScheme });

    test(`the open drawer looks as approved, ${colorScheme} mode`, async ({ page, noise }) => {
      await openPage(page, noise, { name: 'home', path: '/' });
      await page.getByRole('button', { name: /menu/i }).click();
      await expectSamePicture(page, `drawer-${colorScheme}.png`, screen);
    });

    test(`the five offers look as approved, ${colorScheme} mode`, async ({ page, noise }) => {
      await openWholePage(page, noise, { name: 'home', path: '/' });
      const carousel = page.locator('[aria-roledescription="carrousel"]');
      await carousel.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      for (const number of [2, 3, 4, 5]) {
        await carousel.getByRole('button', { name: /suivant/i }).click();
        // Whether the button were still under the pointer would be left to chance: the picture scrolls.
        await page.mouse.move(0, 0);
        await expectSamePicture(carousel, `offer-${number}-${colorScheme}.png`, screen);
      }
    });

    test(`the form in error looks as approved, ${colorScheme} mode`, async ({ page, noise }) => {
      await openPage(page, noise, { name: 'contact', path: '/contact' });
      await submit(page).click();
      await expectSamePicture(form(page), `form-in-error-${colorScheme}.png`, screen);
    });

    test(`a refused message looks as approved, ${colorScheme} mode`, async ({ page, noise }) => {
      noise.expect(REFUSED);
      await page.clock.install({ time: '2026-01-05T10:00:00' });
      await onOperation(page, 'postContactForm', refused);
      await openPage(page, noise, { name: 'contact', path: '/contact' });
      await fillForm(page, validValues());
      // Until it is pointed at, which holds its time.
      await page.clock.pauseAt('2026-01-05T11:00:00');
      await submit(page).click();
      await notice(page, NOTICES.failure).hover();
      await expectSamePicture(page, `failure-${colorScheme}.png`, screen);
    });
  });
}

const form = (page: Page) => page.locator('form');
