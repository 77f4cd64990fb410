import * as form from './contact-form.ts';
import { expect, footerLink, open, test } from './fixtures.ts';
import { onOperation } from './graphql-route.ts';

test('FORM-5: an answer without errors is a success, and empties the form', async ({ page }) => {
  await onOperation(page, 'postContactForm', (route) =>
    route.fulfill({ json: { data: { postContactForm: { isSend: false } } } }),
  );
  await open(page, '/contact');
  await form.send(page);
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  await form.expectEmptied(page);
  for (const text of Object.values(form.MESSAGES)) await expect(page.getByText(text)).toBeHidden();
});

test('FORM-6: a failure is said, logged, and the message can be sent again', async ({ page, noise }) => {
  noise.expect(/^console\.error: TypeError: Failed to fetch/);
  noise.expect(/^console\.error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  noise.expect(/^request failed: .*\/graphql net::ERR_INTERNET_DISCONNECTED/);
  await form.refuseFirst(
    page,
    (route) => route.continue(),
    (route) => route.abort('internetdisconnected'),
  );
  await open(page, '/contact');
  const values = await form.send(page);
  await expect(form.notice(page, form.NOTICES.failure).first()).toBeVisible();
  await expect(page.getByText(form.NOTICES.success).filter({ visible: true })).toHaveCount(0);
  await form.expectEmptied(page);
  await form.restore(page).first().click();
  await expect.poll(() => form.read(page)).toEqual(values);
  await expect(form.counter(page, values.message.length)).toBeVisible();
  await form.submit(page).click();
  await expect(form.notice(page, form.NOTICES.success).first()).toBeVisible();
  await form.expectEmptied(page);
  await expect(form.restore(page)).toHaveCount(0);
});

test('FORM-5, FORM-6: a form emptied or filled by the site is not wrong', async ({ page, noise }) => {
  noise.expect(form.REFUSED);
  await form.refuseFirst(page, form.accepted);
  await open(page, '/contact');
  await form.fill(page, form.validValues());
  await form.email(page).press('Enter');
  await form.expectEmptied(page);
  await form.email(page).fill('z');
  await form.restore(page).click();
  await form.expectError(form.email(page), null);
  await form.email(page).press('Enter');
  await form.expectEmptied(page);
  await form.fullname(page).focus();
  await form.expectError(form.email(page), null);
  await form.message(page).focus();
  await form.expectError(form.fullname(page), form.MESSAGES.fullname);
});

test('FORM-6: lost messages come back, the last one first, also after another was sent', async ({
  page,
  noise,
}) => {
  noise.expect(form.REFUSED);
  let isRefusing = true;
  await onOperation(page, 'postContactForm', (route) => (isRefusing ? form.refused : form.accepted)(route));
  await open(page, '/contact');
  const lost = [form.validValues(), form.validValues()] as const;
  for (const values of lost) {
    await form.send(page, values);
    await form.expectEmptied(page);
  }
  // The one in the form and the one brought back change places.
  for (const values of [lost[1], lost[0], lost[1]]) {
    await form.restore(page).click();
    await expect.poll(() => form.read(page)).toEqual(values);
  }
  isRefusing = false;
  await form.submit(page).click();
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  await form.expectEmptied(page);
  await form.leave(page);
  await page.goBack();
  await form.restore(page).click();
  await expect.poll(() => form.read(page)).toEqual(lost[0]);
  await expect(form.restore(page)).toHaveCount(0);
});

test('FORM-2, FORM-6: who leaves during the sending cannot send another, and is told', async ({
  page,
  noise,
}) => {
  noise.expect(form.REFUSED);
  const answer = await form.holdAnswer(page, form.refused);
  await open(page, '/contact');
  const values = await form.send(page);
  await form.leave(page);
  const contact = footerLink(page, 'Contact');
  await contact.click();
  await expect(form.submit(page)).toBeDisabled();
  await form.leave(page);
  answer();
  await expect(form.notice(page, form.NOTICES.failure)).toBeVisible();
  await contact.click();
  await expect(form.submit(page)).toBeEnabled();
  await form.restore(page).click();
  expect(await form.read(page)).toEqual(values);
});
