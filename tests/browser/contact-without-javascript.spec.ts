import { fixedPriceOffers } from '../../src/site.ts';
import { startProject } from '../../src/words/specified.ts';
import * as form from './contact-form.ts';
import { expect, test } from './fixtures.ts';

test.use({ javaScriptEnabled: false });

test('FORM-7, FORM-9, FORM-10: a message about an offer is stored', async ({ page, site }) => {
  await page.goto('/');
  const { titre = '', subject = '' } = fixedPriceOffers.at(-1) ?? {};
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: titre, exact: true }) });
  await card.getByRole('link', { name: startProject }).click();
  await expect(form.subject(page)).toHaveValue(subject);
  const begun = await form.message(page).inputValue();
  expect(begun).toContain(titre);
  const values = form.validValues();
  values.message = begun + values.message;
  await form.fill(page, values);
  await expect(form.counter(page, 0), 'nothing counts').toHaveCount(0);
  await form.submit(page).scrollIntoViewIfNeeded();
  const trap = page.locator('[name=website]');
  expect(await trap.evaluate(form.isInFront), 'the trap for robots').toBe(false);
  await expect(trap).toHaveAttribute('tabindex', '-1');
  const posted = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await form.submit(page).click();
  const answer = await posted;
  expect(answer.status()).toBe(303);
  expect(new URL(answer.url()).pathname).toBe('/contact');
  await expect(page).toHaveURL(/\/contact/);
  const outcome = page.getByRole('region', { name: form.NOTICES.success });
  await expect(outcome).toContainText(/au plus tard [a-z]+di \d/);
  await expect.poll(() => form.read(page)).toEqual(form.EMPTY);
  expect(await form.storedMessages(site, values.email)).toMatchObject([values]);
  await page.reload();
  await expect(outcome, 'shown once').toHaveCount(0);
  await expect(page).toHaveURL('/contact');
  expect(await form.storedMessages(site, values.email)).toHaveLength(1);
});

test('FORM-7: without JavaScript errors are listed and the text kept', async ({ page, site, noise }) => {
  noise.expect(/status of 422/);
  await page.goto('/contact');
  const values = { ...form.validValues(), phone: '06/12', message: `${'<b>é</b>\n'.repeat(222)}12` };
  await form.send(page, { ...values, message: 'Bref' });
  await form.expectError(form.phone(page), form.MESSAGES.phone);
  await form.expectError(form.message(page), form.MESSAGES.messageShort);
  const focused = page.locator(':focus');
  await expect(focused).toContainText('2 champs sont à corriger');
  await expect(focused).toBeInViewport();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(form.phone(page)).toBeFocused();
  expect(await page.getByText('Téléphone (optionnel)').evaluate(form.isInFront)).toBe(true);
  await page.getByRole('link', { name: form.MESSAGES.messageShort }).click();
  await expect(form.message(page)).toBeFocused();
  await expect(form.message(page)).toBeInViewport();
  await form.message(page).fill(values.message);
  await form.submit(page).click();
  // The new page gives the focus to its list of errors; before that a key would be lost.
  await expect(focused).toContainText('Un champ est à corriger');
  await form.expectError(form.phone(page), form.MESSAGES.phone);
  await form.expectError(form.message(page), null);
  expect(await form.read(page)).toEqual(values);
  await form.phone(page).fill('');
  await form.submit(page).click();
  await expect(page.getByText(form.NOTICES.success)).toBeVisible();
  expect(await form.storedMessages(site, values.email)).toMatchObject([
    { phone: '', message: values.message },
  ]);
});
