import type { Locator, Page } from '@playwright/test';
import * as form from './contact-form.ts';
import { expect, test } from './fixtures.ts';
import { onOperation } from './network.ts';

/** Expects the notice to disappear after this time, which begins once React has rendered it. */
async function expectGoneAfter(page: Page, shown: Locator, seconds: number): Promise<void> {
  await expect(shown).toBeVisible();
  await page.clock.runFor(100);
  await page.clock.runFor(seconds * 1000 - 150);
  await expect(shown).toBeVisible();
  await page.clock.runFor(200);
  await expect(shown).toBeHidden();
}

test('FORM-5, FORM-6: a notice under the open menu is announced once it is closed', async ({ page }) => {
  const text = form.NOTICES.success;
  await page.setViewportSize({ width: 390, height: 844 });
  const held = Promise.withResolvers<void>();
  await form.sendWhileClockStands(page, (route) => held.promise.then(() => form.accepted(route)));
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
  await page.clock.runFor(100);
  await expect(page.getByRole('dialog')).toBeVisible();
  // The pointer leaves the place of the notice, which it would keep open.
  await page.mouse.move(5, 500);
  held.resolve();
  await expect(page.locator('form [name=email]')).toHaveValue('');
  await page.clock.runFor(10_000);
  await expect(page.locator('[role=status], [role=alert]').filter({ hasText: text })).toHaveCount(0);
  await page.getByRole('dialog').evaluate((dialog: HTMLDialogElement) => dialog.close());
  await expectGoneAfter(page, form.notice(page, text).first(), 4);
});

test('FORM-5, FORM-6: notices stay 5 or 4 s, longer under pointer or focus', async ({ page, noise }) => {
  noise.expect(form.REFUSED);
  await form.sendWhileClockStands(page, form.refused);
  await page.mouse.move(5, 500);
  const failure = form.notice(page, form.NOTICES.failure);
  await expect(failure).toBeVisible();
  await expectGoneAfter(page, failure, 5);
  await onOperation(page, 'postContactForm', form.accepted);
  await form.send(page);
  await page.mouse.move(5, 500);
  const shown = form.notice(page, form.NOTICES.success);
  const close = shown.getByRole('button', { name: 'Fermer' });
  await expect(shown).toBeVisible();
  const isTaken = await shown.evaluate((notice) => {
    const { left, top } = notice.getBoundingClientRect();
    return notice.parentElement?.contains(document.elementFromPoint(left - 20, top + 10));
  });
  expect(isTaken, 'the page beside the notice').toBe(false);
  await close.hover();
  await close.focus();
  await page.mouse.move(5, 500);
  await page.clock.runFor(10_000);
  await expect(shown, 'focused, no longer pointed at').toBeVisible();
  await close.hover();
  await close.blur();
  await page.clock.runFor(10_000);
  await expect(shown, 'pointed at, no longer focused').toBeVisible();
  await page.mouse.move(5, 500);
  await expectGoneAfter(page, shown, 4);
});

test('FORM-5: a notice closed by keyboard gives the focus back', async ({ page }) => {
  await form.sendWhileClockStands(page);
  const close = form.notice(page, form.NOTICES.success).getByRole('button', { name: 'Fermer' });
  const closeFrom = async (place: Locator) => {
    await close.focus();
    await close.press('Enter');
    await expect(close).toBeHidden();
    await expect(place).toBeFocused();
  };
  // The outcome takes the focus from a field.
  await expect(close).toBeVisible();
  await form.email(page).focus();
  await closeFrom(form.email(page));
  await form.send(page);
  await expect(close).toBeVisible();
  await form.email(page).focus();
  await close.focus();
  await page.evaluate(() => history.pushState(null, '', '/legal-mention'));
  const heading = page.getByRole('heading', { level: 1, name: 'Mentions légales' });
  await expect(heading).toBeVisible();
  // The focus comes from no element, so the one before it is still the field, which is gone.
  await heading.blur();
  await closeFrom(heading);
});
