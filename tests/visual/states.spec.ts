import * as form from '../browser/contact-form.ts';
import { test } from '../browser/fixtures.ts';
import { openPage } from './open-page.ts';
import { expectSamePicture, expectSameTree } from './same-picture.ts';

const screen = { scale: 0.4 };

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  film: 'still',
  viewport: { width: 390, height: 844 },
});

test('the open drawer looks and reads as approved, dark mode', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openPage(page, '/');
  await page.getByRole('button', { name: /menu/i }).click();
  await expectSameTree(page.getByRole('dialog'), 'drawer');
  await expectSamePicture(page, 'drawer.png', screen);
});

test('the form in error looks and reads as approved', async ({ page }) => {
  await openPage(page, '/contact');
  await form.submit(page).click();
  await expectSameTree(page.locator('form'), 'form-in-error');
  await expectSamePicture(page.locator('form'), 'form-in-error.png', screen);
});

for (const [outcome, answer] of [
  ['success', form.accepted],
  ['failure', form.refused],
] as const) {
  test(`the page after a ${outcome} looks as approved`, async ({ page, noise }) => {
    if (outcome === 'failure') noise.expect(form.REFUSED);
    await form.sendWhileClockStands(page, answer);
    await form.notice(page, form.NOTICES[outcome]).hover();
    // The text that was sent is another in each run.
    await page.locator('main figure blockquote').evaluateAll((texts) => {
      for (const text of texts) text.textContent = 'Bonjour.';
    });
    await expectSamePicture(page, `${outcome}.png`, screen);
  });
}
