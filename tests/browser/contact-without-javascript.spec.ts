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
  sendForm,
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
  expect(await storedMessages(site, values.email)).toMatchObject([values]);
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

test('FORM-7: without JavaScript what was typed is kept when something is wrong, and the list of that has the focus and leads to each field', async ({
  page,
  site,
  noise,
}) => {
  noise.expect(/status of 422/);
  await page.goto('/contact');
  const values = { ...validValues(), phone: '06/12', message: `${'<b>é</b> '.repeat(222)}12` };
  await sendForm(page, { ...values, message: 'Bref' });
  await expectError(phone(page), MESSAGES.phone);
  await expectError(message(page), MESSAGES.messageShort);
  const focused = page.locator(':focus');
  await expect(focused).toContainText('2 champs sont à corriger');
  await expect(focused).toBeInViewport();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(phone(page)).toBeFocused();
  await page.getByRole('link', { name: 'Message' }).click();
  await expect(message(page)).toBeFocused();
  await expect(message(page)).toBeInViewport();
  await message(page).fill(values.message);
  await submit(page).click();
  await expectError(phone(page), MESSAGES.phone);
  await expectError(message(page), null);
  expect(await readForm(page)).toEqual(values);
  await phone(page).fill('');
  await submit(page).click();
  await expect(page.getByText(NOTICES.success)).toBeVisible();
  expect(await storedMessages(site, values.email)).toMatchObject([{ phone: '', message: values.message }]);
});

test('FORM-7: without JavaScript a message of 2001 characters is refused and kept', async ({
  request,
  site,
}) => {
  const values = { ...validValues(), message: 'x'.repeat(2001) };
  const answer = await request.post(`${site.url}/contact`, { form: values, maxRedirects: 0 });
  expect(answer.status()).toBe(422);
  const html = await answer.text();
  expect(html).toContain(MESSAGES.messageLong);
  expect(html).toContain(values.message);
  expect(await storedMessages(site, values.email)).toEqual([]);
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
    await sendForm(page);
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
