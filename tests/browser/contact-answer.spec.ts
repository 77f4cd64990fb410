import {
  accepted,
  counter,
  EMPTY_FORM,
  email,
  expectEmptied,
  expectError,
  fillForm,
  fullname,
  holdAnswer,
  MESSAGES,
  message,
  NOTICES,
  notice,
  REFUSED,
  readForm,
  refused,
  refuseFirst,
  restore,
  sendForm,
  submit,
  validValues,
} from './contact-form.ts';
import { expect, footerLink, open, test } from './fixtures.ts';
import { onOperation } from './graphql-route.ts';

test('FORM-5: an answer without errors is a success, whatever isSend: notice, form emptied, subject and counter reset', async ({
  page,
}) => {
  await onOperation(page, 'postContactForm', (route) =>
    route.fulfill({ json: { data: { postContactForm: { isSend: false } } } }),
  );
  await open(page, '/contact');
  await sendForm(page);
  await expect(notice(page, NOTICES.success)).toBeVisible();
  await expectEmptied(page);
  for (const text of Object.values(MESSAGES)) await expect(page.getByText(text)).toBeHidden();
});

test('FORM-6: any failure shows the notice, is logged, empties the form, and the message can be brought back and sent again', async ({
  page,
  noise,
}) => {
  noise.expect(/^console\.error: TypeError: Failed to fetch/);
  noise.expect(/^console\.error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  noise.expect(/^request failed: .*\/graphql net::ERR_INTERNET_DISCONNECTED/);
  await refuseFirst(
    page,
    (route) => route.continue(),
    (route) => route.abort('internetdisconnected'),
  );
  await open(page, '/contact');
  const values = await sendForm(page);
  await expect(notice(page, NOTICES.failure).first()).toBeVisible();
  await expect(page.getByText(NOTICES.success).filter({ visible: true })).toHaveCount(0);
  await expectEmptied(page);
  await restore(page).first().click();
  await expect.poll(() => readForm(page)).toEqual(values);
  await expect(counter(page, values.message.length)).toBeVisible();
  await submit(page).click();
  await expect(notice(page, NOTICES.success).first()).toBeVisible();
  await expectEmptied(page);
  await expect(restore(page)).toHaveCount(0);
});

test('FORM-6: a message brought back is not called wrong; FORM-5: nor is the form that was just emptied', async ({
  page,
  noise,
}) => {
  noise.expect(REFUSED);
  await refuseFirst(page, accepted);
  await open(page, '/contact');
  await fillForm(page, validValues());
  await email(page).press('Enter');
  await expectEmptied(page);
  await email(page).fill('z');
  await restore(page).click();
  await expectError(email(page), null);
  await email(page).press('Enter');
  await expectEmptied(page);
  await fullname(page).focus();
  await expectError(email(page), null);
  await message(page).focus();
  await expectError(fullname(page), MESSAGES.fullname);
});

test('FORM-6: bringing a message back does not overwrite the one being written: they change places', async ({
  page,
  noise,
}) => {
  noise.expect(REFUSED);
  await onOperation(page, 'postContactForm', refused);
  await open(page, '/contact');
  const [first, second] = [validValues(), validValues()];
  await sendForm(page, first);
  await expectEmptied(page);
  await fillForm(page, second);
  await restore(page).click();
  await expect.poll(() => readForm(page)).toEqual(first);
  await restore(page).click();
  await expect.poll(() => readForm(page)).toEqual(second);
  await submit(page).click();
  await expectEmptied(page);
  for (const values of [second, first]) {
    await restore(page).click();
    await expect.poll(() => readForm(page)).toEqual(values);
    await fillForm(page, EMPTY_FORM);
  }
  await expect(restore(page)).toHaveCount(0);
});

test('FORM-5, FORM-6: a message that was not sent can be brought back after another one was', async ({
  page,
  noise,
}) => {
  noise.expect(REFUSED);
  await refuseFirst(page, accepted);
  await open(page, '/contact');
  const [lost, sent] = [validValues(), validValues()];
  await sendForm(page, lost);
  await expectEmptied(page);
  await sendForm(page, sent);
  await expect(notice(page, NOTICES.success)).toBeVisible();
  await expectEmptied(page);
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page.getByRole('heading', { name: 'Nos services' })).toBeVisible();
  await page.goBack();
  await restore(page).click();
  await expect.poll(() => readForm(page)).toEqual(lost);
  await expect(restore(page)).toHaveCount(0);
});

test('FORM-6: whoever leaves the page while the message is sent is told that it failed, and finds it again', async ({
  page,
  noise,
}) => {
  noise.expect(REFUSED);
  const answer = await holdAnswer(page, refused);
  await open(page, '/contact');
  const values = await sendForm(page);
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page.getByRole('heading', { name: 'Nos services' })).toBeVisible();
  answer();
  await expect(notice(page, NOTICES.failure)).toBeVisible();
  await footerLink(page, 'Contact').click();
  await restore(page).click();
  expect(await readForm(page)).toEqual(values);
});

test('FORM-2, FORM-5: whoever comes back while the message is sent cannot send another, and is told once that it arrived', async ({
  page,
}) => {
  const answer = await holdAnswer(page, accepted);
  await open(page, '/contact');
  await sendForm(page);
  const contact = footerLink(page, 'Contact');
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page.getByRole('heading', { name: 'Nos services' })).toBeVisible();
  await contact.click();
  await expect(submit(page)).toBeDisabled();
  answer();
  await expect(notice(page, NOTICES.success)).toBeVisible();
  await expect(submit(page)).toBeEnabled();
  expect(await readForm(page)).toEqual(EMPTY_FORM);
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page.getByRole('heading', { name: 'Nos services' })).toBeVisible();
  await contact.click();
  await expect(submit(page)).toBeEnabled();
  await expect(page.locator('form')).not.toContainText('Message bien reçu');
});
