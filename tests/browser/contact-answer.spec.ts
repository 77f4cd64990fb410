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

test('FORM-6: a message brought back and the one being written change places', async ({ page, noise }) => {
  noise.expect(form.REFUSED);
  await onOperation(page, 'postContactForm', form.refused);
  await open(page, '/contact');
  const [first, second] = [form.validValues(), form.validValues()];
  await form.send(page, first);
  await form.expectEmptied(page);
  await form.fill(page, second);
  await form.restore(page).click();
  await expect.poll(() => form.read(page)).toEqual(first);
  await form.restore(page).click();
  await expect.poll(() => form.read(page)).toEqual(second);
  await form.submit(page).click();
  await form.expectEmptied(page);
  for (const values of [second, first]) {
    await form.restore(page).click();
    await expect.poll(() => form.read(page)).toEqual(values);
    await form.fill(page, form.EMPTY);
  }
  await expect(form.restore(page)).toHaveCount(0);
});

test('FORM-5, FORM-6: a lost message can be had after another was sent', async ({ page, noise }) => {
  noise.expect(form.REFUSED);
  await form.refuseFirst(page, form.accepted);
  await open(page, '/contact');
  const [lost, sent] = [form.validValues(), form.validValues()];
  await form.send(page, lost);
  await form.expectEmptied(page);
  await form.send(page, sent);
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  await form.expectEmptied(page);
  await form.leave(page);
  await page.goBack();
  await form.restore(page).click();
  await expect.poll(() => form.read(page)).toEqual(lost);
  await expect(form.restore(page)).toHaveCount(0);
});

test('FORM-6: a failure is told on another page, and the message kept', async ({ page, noise }) => {
  noise.expect(form.REFUSED);
  const answer = await form.holdAnswer(page, form.refused);
  await open(page, '/contact');
  const values = await form.send(page);
  await form.leave(page);
  answer();
  await expect(form.notice(page, form.NOTICES.failure)).toBeVisible();
  await footerLink(page, 'Contact').click();
  await form.restore(page).click();
  expect(await form.read(page)).toEqual(values);
});

test('FORM-2, FORM-5: who comes back during the sending cannot send another', async ({ page }) => {
  const answer = await form.holdAnswer(page, form.accepted);
  await open(page, '/contact');
  await form.send(page);
  const contact = footerLink(page, 'Contact');
  await form.leave(page);
  await contact.click();
  await expect(form.submit(page)).toBeDisabled();
  answer();
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  await expect(form.submit(page)).toBeEnabled();
  expect(await form.read(page)).toEqual(form.EMPTY);
  await form.leave(page);
  await contact.click();
  await expect(form.submit(page)).toBeEnabled();
  await expect(page.locator('form')).not.toContainText('Message bien reçu');
});
