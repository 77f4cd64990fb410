import { startSite } from '../support/site.ts';
import {
  EMPTY_FORM,
  email,
  expectError,
  fillForm,
  fullname,
  MESSAGES,
  message,
  NOTICES,
  phone,
  readForm,
  subject,
  submit,
  validValues,
} from './contact-form.ts';
import { expect, test } from './fixtures.ts';
import { storedMessages } from './stored-messages.ts';

test.use({ javaScriptEnabled: false });

test('FORM-7: without JavaScript a right form is stored, answered with 303, and thanked for', async ({
  page,
  site,
}) => {
  await page.goto('/contact');
  const values = validValues();
  await fillForm(page, values);
  const posted = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await submit(page).click();
  const answer = await posted;
  expect(answer.status()).toBe(303);
  expect(new URL(answer.url()).pathname).toBe('/contact');
  await expect(page).toHaveURL(/\/contact/);
  await expect(page.getByText(NOTICES.success)).toBeVisible();
  await expect.poll(() => readForm(page)).toEqual(EMPTY_FORM);
  const stored = await storedMessages(site, values.email);
  expect(stored).toHaveLength(1);
  expect(stored[0]).toMatchObject({
    subject: values.subject,
    fullname: values.fullname,
    phone: values.phone,
    message: values.message,
  });
  await page.reload();
  expect(await storedMessages(site, values.email)).toHaveLength(1);
});

test('FORM-7: without JavaScript an empty form comes back with the same words, tied to their fields', async ({
  page,
  noise,
}) => {
  noise.expect(/status of 422/);
  await page.goto('/contact');
  const posted = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await submit(page).click();
  expect((await posted).status()).toBe(422);
  await expectError(subject(page), MESSAGES.subject);
  await expectError(email(page), MESSAGES.email);
  await expectError(fullname(page), MESSAGES.fullname);
  await expectError(message(page), MESSAGES.messageRequired);
  await expectError(phone(page), null);
});

test('FORM-7: without JavaScript what was typed is kept when something is wrong', async ({
  page,
  site,
  noise,
}) => {
  noise.expect(/status of 422/);
  await page.goto('/contact');
  const values = { ...validValues(), phone: '06/12', message: `${'<b>é</b> '.repeat(222)}12` };
  await fillForm(page, values);
  await submit(page).click();
  await expectError(phone(page), MESSAGES.phone);
  expect(await readForm(page)).toEqual({ ...values, message: values.message });
  await phone(page).fill('');
  await message(page).fill('x'.repeat(9));
  await submit(page).click();
  await expectError(message(page), MESSAGES.messageShort);
  await expectError(phone(page), null);
  await message(page).fill('Tout est bien maintenant.');
  await submit(page).click();
  await expect(page.getByText(NOTICES.success)).toBeVisible();
  expect(await storedMessages(site, values.email)).toHaveLength(1);
});

test('FORM-7: without JavaScript the list of what is wrong has the focus, and leads to each field', async ({
  page,
  noise,
}) => {
  noise.expect(/status of 422/);
  await page.goto('/contact');
  const values = { ...validValues(), email: 'camille', message: 'Bref' };
  await fillForm(page, values);
  await submit(page).click();
  const focused = page.locator(':focus');
  await expect(focused).toContainText('2 champs sont à corriger');
  await expect(focused).toBeInViewport();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(email(page)).toBeFocused();
  await page.getByRole('link', { name: 'Message' }).click();
  await expect(message(page)).toBeFocused();
  await expect(message(page)).toBeInViewport();
  expect(await readForm(page)).toEqual(values);
});

test('FORM-7: without JavaScript a message of 2001 characters is refused and kept', async ({
  page,
  request,
  site,
}) => {
  const values = validValues();
  const answer = await request.post(`${site.url}/contact`, {
    form: { ...values, message: 'x'.repeat(2001) },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(422);
  const html = await answer.text();
  expect(html).toContain(MESSAGES.messageLong);
  expect(html).toContain('x'.repeat(2001));
  expect(await storedMessages(site, values.email)).toEqual([]);
  await page.goto('/contact');
  await expect(page.getByRole('heading', { name: 'Formulaire de contact' })).toBeVisible();
});

test('FORM-7: without JavaScript an address with an accent comes back as it was sent', async ({
  request,
  site,
}) => {
  const answer = await request.post(`${site.url}/contact`, {
    form: { ...validValues(), email: 'jean@café.fr', phone: '06/12' },
  });
  expect(answer.status()).toBe(422);
  expect(/ value="jean@[^"]*"/.exec(await answer.text())?.[0]).toBe(' value="jean@café.fr"');
});

test('FORM-7: without JavaScript a failure shows the same words and keeps what was typed', async ({
  page,
  noise,
}) => {
  noise.expect(/status of 429/);
  const site = await startSite({ env: { RATE_LIMIT: '1' } });
  try {
    await page.goto(`${site.url}/contact`);
    await fillForm(page, validValues());
    await submit(page).click();
    await expect(page.getByText(NOTICES.success)).toBeVisible();
    const values = validValues();
    await page.goto(`${site.url}/contact`);
    await fillForm(page, values);
    const posted = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await submit(page).click();
    expect((await posted).status()).toBe(429);
    await expect(page.getByText(NOTICES.failure)).toBeVisible();
    expect(await readForm(page)).toEqual(values);
  } finally {
    await site.stop();
  }
});
