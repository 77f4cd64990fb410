import type { Route } from '@playwright/test';
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
  submit,
  validValues,
} from './contact-form.ts';
import { expect, open, test } from './fixtures.ts';
import { onOperation } from './graphql-route.ts';

test('FORM-5: success shows its notice, empties the form, resets the subject and the counter', async ({
  page,
}) => {
  await open(page, '/contact');
  await fillForm(page, validValues());
  await submit(page).click();
  await expect(notice(page, NOTICES.success)).toBeVisible();
  await expectEmptied(page);
  for (const text of Object.values(MESSAGES)) await expect(page.getByText(text)).toBeHidden();
});

test('FORM-5: isSend is not read, an answer without errors is a success', async ({ page }) => {
  await onOperation(page, 'postContactForm', (route) =>
    route.fulfill({ json: { data: { postContactForm: { isSend: false } } } }),
  );
  await open(page, '/contact');
  await fillForm(page, validValues());
  await submit(page).click();
  await expect(notice(page, NOTICES.success)).toBeVisible();
});

const MUTATION_FAILURES: { name: string; answer: (route: Route) => Promise<void>; heard: RegExp[] }[] = [
  {
    name: 'network',
    answer: (route) => route.abort('internetdisconnected'),
    heard: [
      /^console\.error: TypeError: Failed to fetch/,
      /^console\.error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/,
      /^request failed: .*\/graphql net::ERR_INTERNET_DISCONNECTED/,
    ],
  },
  { name: 'GraphQL error', answer: refused, heard: [REFUSED] },
];

for (const { name, answer, heard } of MUTATION_FAILURES) {
  test(`FORM-6: any failure shows the notice, is logged, empties the form, and the message can be brought back (${name})`, async ({
    page,
    noise,
  }) => {
    for (const pattern of heard) noise.expect(pattern);
    await onOperation(page, 'postContactForm', answer);
    await open(page, '/contact');
    const values = validValues();
    await fillForm(page, values);
    await submit(page).click();
    await expect(notice(page, NOTICES.failure).first()).toBeVisible();
    await expect(page.getByText(NOTICES.success).filter({ visible: true })).toHaveCount(0);
    await expectEmptied(page);
    await page.getByRole('button', { name: 'Récupérer mon message' }).first().click();
    await expect.poll(() => readForm(page)).toEqual(values);
    await expect(counter(page, values.message.length)).toBeVisible();
  });
}

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
  await page.getByRole('button', { name: 'Récupérer mon message' }).click();
  await expectError(email(page), null);
  await email(page).press('Enter');
  await expectEmptied(page);
  await fullname(page).focus();
  await expectError(email(page), null);
  await message(page).focus();
  await expectError(fullname(page), MESSAGES.fullname);
});

test('FORM-6: what is being written is there again after another page was read', async ({ page }) => {
  await open(page, '/contact');
  const values = { ...validValues(), phone: '', email: 'pas encore' };
  await fillForm(page, values);
  await page.getByRole('main').getByRole('link', { name: 'politique de confidentialité' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Politique de confidentialité' })).toBeVisible();
  await page.goBack();
  await expect(counter(page, values.message.length)).toBeVisible();
  expect(await readForm(page)).toEqual(values);
});

test('FORM-6: a message brought back can be sent again, and succeeds', async ({ page, noise }) => {
  noise.expect(REFUSED);
  await refuseFirst(page, (route) => route.continue());
  await open(page, '/contact');
  await fillForm(page, validValues());
  await submit(page).click();
  await page.getByRole('button', { name: 'Récupérer mon message' }).first().click();
  await submit(page).click();
  await expect(notice(page, NOTICES.success).first()).toBeVisible();
  await expectEmptied(page);
  await expect(page.getByRole('button', { name: 'Récupérer mon message' })).toHaveCount(0);
  expect(await readForm(page)).toEqual(EMPTY_FORM);
});

test('FORM-6: bringing a message back does not overwrite the one being written: they change places', async ({
  page,
  noise,
}) => {
  noise.expect(REFUSED);
  await onOperation(page, 'postContactForm', refused);
  await open(page, '/contact');
  const [first, second] = [validValues(), validValues()];
  await fillForm(page, first);
  await submit(page).click();
  await expectEmptied(page);
  await fillForm(page, second);
  const restore = page.getByRole('button', { name: 'Récupérer mon message' });
  await restore.click();
  await expect.poll(() => readForm(page)).toEqual(first);
  await restore.click();
  await expect.poll(() => readForm(page)).toEqual(second);
  await submit(page).click();
  await expectEmptied(page);
  for (const values of [second, first]) {
    await restore.click();
    await expect.poll(() => readForm(page)).toEqual(values);
    await fillForm(page, EMPTY_FORM);
  }
  await expect(restore).toHaveCount(0);
});

test('FORM-5, FORM-6: a message that was not sent can be brought back after another one was', async ({
  page,
  noise,
}) => {
  noise.expect(REFUSED);
  await refuseFirst(page, accepted);
  await open(page, '/contact');
  const [lost, sent] = [validValues(), validValues()];
  await fillForm(page, lost);
  await submit(page).click();
  await expectEmptied(page);
  await fillForm(page, sent);
  await submit(page).click();
  await expect(notice(page, NOTICES.success)).toBeVisible();
  await expectEmptied(page);
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page.getByRole('heading', { name: 'Nos services' })).toBeVisible();
  await page.goBack();
  const restore = page.getByRole('button', { name: 'Récupérer mon message' });
  await restore.click();
  await expect.poll(() => readForm(page)).toEqual(lost);
  await expect(restore).toHaveCount(0);
});

test('FORM-6: whoever leaves the page while the message is sent is told that it failed, and finds it again', async ({
  page,
  noise,
}) => {
  noise.expect(REFUSED);
  const answer = await holdAnswer(page, refused);
  await open(page, '/contact');
  const values = validValues();
  await fillForm(page, values);
  await submit(page).click();
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page.getByRole('heading', { name: 'Nos services' })).toBeVisible();
  answer();
  await expect(notice(page, NOTICES.failure)).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click();
  await page.getByRole('button', { name: /récupérer/i }).click();
  expect(await readForm(page)).toEqual(values);
});

test('FORM-2, FORM-5: whoever comes back while the message is sent cannot send another, and is told once that it arrived', async ({
  page,
}) => {
  const answer = await holdAnswer(page, accepted);
  await open(page, '/contact');
  await fillForm(page, validValues());
  await submit(page).click();
  const contact = page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true });
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
