import type { Page } from '@playwright/test';
import {
  accepted,
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
  phone,
  readForm,
  sendForm,
  subject,
  submit,
  validValues,
} from './contact-form.ts';
import { expect, open, test } from './fixtures.ts';
import { type GraphqlRequest, onOperation, recordGraphql } from './graphql-route.ts';

/** Opens the form, whose messages are accepted, and lists what it sends. */
async function openForm(page: Page): Promise<GraphqlRequest[]> {
  await onOperation(page, 'postContactForm', accepted);
  await open(page, '/contact');
  return recordGraphql(page);
}

test('FORM-2: while sending, ‘Envoyer’ is disabled and what is on its way cannot be changed: it would be lost', async ({
  page,
}) => {
  const answer = await holdAnswer(page, accepted);
  await open(page, '/contact');
  const values = await sendForm(page);
  await expect(submit(page)).toBeDisabled();
  await expect(page.locator('[aria-live]').filter({ hasText: 'Envoi en cours…' })).toHaveCount(1);
  for (const field of [email(page), fullname(page), phone(page), message(page)])
    await expect(field).not.toBeEditable();
  await expect(subject(page)).toBeDisabled();
  await message(page).press('x');
  expect(await readForm(page)).toEqual(values);
  answer();
  await expectEmptied(page);
  await expect(notice(page, NOTICES.success)).toBeVisible();
  await expect(submit(page)).toBeEnabled();
  await expect(message(page)).toBeEditable();
  await expect(subject(page)).toBeEnabled();
});

test('FORM-2: two quick clicks, or two clicks and Enter, send one message', async ({ page }) => {
  const answer = await holdAnswer(page, accepted);
  await open(page, '/contact');
  const sent = recordGraphql(page);
  await fillForm(page, validValues());
  await submit(page).dblclick();
  answer();
  await expect(notice(page, NOTICES.success)).toBeVisible();
  expect(sent).toHaveLength(1);
  await fillForm(page, validValues());
  await submit(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
    button.form?.requestSubmit();
  });
  await expectEmptied(page);
  expect(sent).toHaveLength(2);
});

test('FORM-2: Enter held down, or pressed again, sends one message, and not the emptied form', async ({
  page,
}) => {
  const sent = await openForm(page);
  await fillForm(page, validValues());
  await email(page).focus();
  await page.keyboard.down('Enter');
  await expectEmptied(page);
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(notice(page, NOTICES.success)).toBeVisible();
  await email(page).press('Enter');
  await expect(page.getByText(/champs? (est|sont) à corriger/)).toHaveCount(0);
  await expect(email(page)).toBeFocused();
  await expectError(subject(page), null);
  expect(sent).toHaveLength(1);
  await email(page).fill('camille');
  await email(page).press('Enter');
  await expect(subject(page)).toBeFocused();
  await expectError(subject(page), MESSAGES.subject);
});

test('FORM-2: Enter held down writes line breaks in the message', async ({ page }) => {
  await open(page, '/contact');
  await message(page).focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.down('Enter');
  await expect(message(page)).toHaveValue('\n\n\n');
});

test('FORM-4: the mutation carries the five fields and nothing else, the subject as its label’s text', async ({
  page,
}) => {
  const sent = await openForm(page);
  const values = await sendForm(page);
  await expect(notice(page, NOTICES.success)).toBeVisible();
  await sendForm(page, { ...values, phone: '' });
  await expect.poll(() => sent.length).toBe(2);
  const query = expect.stringMatching(
    /^mutation postContactForm ?\(\s*\$input: ContactFormInput!\s*\)\s*\{\s*postContactForm ?\(\s*input: \$input\s*\)\s*\{\s*isSend\s*\}\s*\}\s*$/,
  );
  expect(sent).toEqual(
    [values, { ...values, phone: '' }].map((input) => ({
      operationName: 'postContactForm',
      query,
      variables: { input },
    })),
  );
});
