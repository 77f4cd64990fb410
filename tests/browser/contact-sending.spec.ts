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
  subject,
  submit,
  validValues,
} from './contact-form.ts';
import { expect, open, test } from './fixtures.ts';
import { onOperation, recordGraphql } from './graphql-route.ts';

test('FORM-2: ‘Envoyer’ is disabled while sending', async ({ page }) => {
  const answer = await holdAnswer(page, accepted);
  await open(page, '/contact');
  await fillForm(page, validValues());
  await submit(page).click();
  await expect(submit(page)).toBeDisabled();
  await expect(page.locator('[aria-live]').filter({ hasText: 'Envoi en cours…' })).toHaveCount(1);
  answer();
  await expect(notice(page, NOTICES.success)).toBeVisible();
  await expect(submit(page)).toBeEnabled();
});

test('FORM-2: what is on its way cannot be changed any more: it would be lost', async ({ page }) => {
  const answer = await holdAnswer(page, accepted);
  await open(page, '/contact');
  const values = validValues();
  await fillForm(page, values);
  await submit(page).click();
  for (const field of [email(page), fullname(page), phone(page), message(page)]) {
    await expect(field).not.toBeEditable();
  }
  await expect(subject(page)).toBeDisabled();
  await message(page).press('x');
  expect(await readForm(page)).toEqual(values);
  answer();
  await expectEmptied(page);
  await expect(message(page)).toBeEditable();
  await expect(subject(page)).toBeEnabled();
});

test('FORM-2: two quick clicks, or Enter and a click, send one message', async ({ page }) => {
  const pressed = Promise.withResolvers<void>();
  await onOperation(page, 'postContactForm', async (route) => {
    await pressed.promise;
    await accepted(route);
  });
  await open(page, '/contact');
  const sent = recordGraphql(page);
  await fillForm(page, validValues());
  await submit(page).dblclick();
  pressed.resolve();
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

test('FORM-2: Enter held down sends one message, and not the emptied form', async ({ page }) => {
  await onOperation(page, 'postContactForm', accepted);
  await open(page, '/contact');
  const sent = recordGraphql(page);
  await fillForm(page, validValues());
  await email(page).focus();
  await page.keyboard.down('Enter');
  await expectEmptied(page);
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(notice(page, NOTICES.success)).toBeVisible();
  await expect(page.getByText(/champs? (est|sont) à corriger/)).toHaveCount(0);
  await expectError(subject(page), null);
  expect(sent).toHaveLength(1);
});

test('FORM-2: Enter pressed twice sends one message, and not the emptied form', async ({ page }) => {
  await onOperation(page, 'postContactForm', accepted);
  await open(page, '/contact');
  const sent = recordGraphql(page);
  await fillForm(page, validValues());
  await email(page).press('Enter');
  await expectEmptied(page);
  await expect(notice(page, NOTICES.success)).toBeVisible();
  await email(page).press('Enter');
  await expect(page.getByText(/champs? (est|sont) à corriger/)).toHaveCount(0);
  await expect(email(page)).toBeFocused();
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
  await onOperation(page, 'postContactForm', accepted);
  await open(page, '/contact');
  const sent = recordGraphql(page);
  const values = validValues();
  await fillForm(page, values);
  await submit(page).click();
  await expect(notice(page, NOTICES.success)).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(Object.keys(sent[0] ?? {}).sort()).toEqual(['operationName', 'query', 'variables']);
  expect(sent[0]?.operationName).toBe('postContactForm');
  expect((sent[0]?.query ?? '').replace(/\s+/g, ' ').trim()).toMatch(
    /^mutation postContactForm ?\( ?\$input: ContactFormInput! ?\) ?\{ postContactForm ?\( ?input: \$input ?\) ?\{ isSend \} \}$/,
  );
  expect(sent[0]?.variables).toEqual({ input: values });
  await fillForm(page, { ...validValues(), phone: '' });
  await submit(page).click();
  await expect.poll(() => sent.length).toBe(2);
  const input = sent[1]?.variables['input'] as Record<string, unknown>;
  expect(Object.keys(input).sort()).toEqual(['email', 'fullname', 'message', 'phone', 'subject']);
});
