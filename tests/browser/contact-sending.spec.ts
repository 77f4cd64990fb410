import type { Page } from '@playwright/test';
import * as form from './contact-form.ts';
import { expect, open, test } from './fixtures.ts';
import { type GraphqlRequest, onOperation, recordGraphql } from './graphql-route.ts';

/** Opens the form, whose messages are accepted, and lists what it sends. */
async function openForm(page: Page): Promise<GraphqlRequest[]> {
  await onOperation(page, 'postContactForm', form.accepted);
  await open(page, '/contact');
  return recordGraphql(page);
}

test('FORM-2: while sending, neither the button nor the fields can be used', async ({ page }) => {
  const answer = await form.holdAnswer(page, form.accepted);
  await open(page, '/contact');
  const values = await form.send(page);
  await expect(form.submit(page)).toBeDisabled();
  await expect(page.locator('[aria-live]').filter({ hasText: 'Envoi en cours…' })).toHaveCount(1);
  for (const field of [form.email(page), form.fullname(page), form.phone(page), form.message(page)])
    await expect(field).not.toBeEditable();
  await expect(form.subject(page)).toBeDisabled();
  await form.message(page).press('x');
  expect(await form.read(page)).toEqual(values);
  answer();
  await form.expectEmptied(page);
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  await expect(form.submit(page)).toBeEnabled();
  await expect(form.message(page)).toBeEditable();
  await expect(form.subject(page)).toBeEnabled();
});

test('FORM-2: two quick clicks, or two clicks and Enter, send one message', async ({ page }) => {
  const answer = await form.holdAnswer(page, form.accepted);
  await open(page, '/contact');
  const sent = recordGraphql(page);
  await form.fill(page, form.validValues());
  await form.submit(page).dblclick();
  answer();
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  expect(sent).toHaveLength(1);
  await form.fill(page, form.validValues());
  await form.submit(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
    button.form?.requestSubmit();
  });
  await form.expectEmptied(page);
  expect(sent).toHaveLength(2);
});

test('FORM-2: Enter held down, or pressed again, sends one message', async ({ page }) => {
  const sent = await openForm(page);
  await form.fill(page, form.validValues());
  await form.email(page).focus();
  await page.keyboard.down('Enter');
  await form.expectEmptied(page);
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/champs? (est|sont) à corriger/)).toHaveCount(0);
  await expect(page.getByRole('region', { name: /^Message bien reçu/ })).toBeFocused();
  await form.expectError(form.subject(page), null);
  expect(sent).toHaveLength(1);
  await form.email(page).fill('camille');
  await form.email(page).press('Enter');
  await expect(form.subject(page)).toBeFocused();
  await form.expectError(form.subject(page), form.MESSAGES.subject);
});

test('FORM-4: the mutation carries the five fields and nothing else', async ({ page }) => {
  const sent = await openForm(page);
  const values = await form.send(page);
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  await form.send(page, { ...values, phone: '' });
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
