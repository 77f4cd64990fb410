import { contactForm } from '../../src/contact/words.ts';
import { answerDay } from '../../src/contact/working-day.ts';
import { longLines, readLines } from '../visual/lines.ts';
import { SIZES } from '../visual/pages.ts';
import * as form from './contact-form.ts';
import { expect, open, test } from './fixtures.ts';
import { onOperation } from './network.ts';

/* Once the answer is there, neither a missing feature nor an extension hides the outcome. */

const lacking: Readonly<Record<string, () => void>> = {
  'Intl as a whole': () => {
    for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
      Object.defineProperty(Date.prototype, name, { value: undefined });
    Object.defineProperty(window, 'Intl', { value: undefined });
  },
  'the storage': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  },
};

for (const [what, take] of Object.entries(lacking))
  test(`FORM-13: notice and panel come without ${what}`, async ({ page, site }) => {
    await page.addInitScript(take);
    await open(page, '/contact');
    const values = await form.send(page);
    await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
    const panel = page.getByRole('region', { name: contactForm.sent.title });
    await expect(panel).toContainText(/au plus tard [a-z]+di \d+(er)?\s[a-zûé]+\./);
    await expect(panel.getByText(values.message)).toBeVisible();
    await expect(panel.getByText(values.message), 'it keeps its lines').toHaveCSS('white-space', 'pre-wrap');
    await form.expectEmptied(page);
    await expect(form.message(page)).toBeEditable();
    expect(await form.storedMessages(site, values.email)).toHaveLength(1);
  });

test('FORM-13: after a long text titles and day are in view, and lines can be read', async ({ page }) => {
  await onOperation(page, 'postContactForm', form.accepted);
  await open(page, '/contact');
  const panel = page.getByRole('region', { name: contactForm.sent.title });
  const close = form.notice(page, form.NOTICES.success).getByRole('button');
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height });
    await form.send(page, { ...form.validValues(), message: 'Bonjour. '.repeat(220) });
    await close.focus();
    for (const each of await page.locator('h2#form-title').or(panel.locator('h3, strong')).all())
      expect.soft(await each.evaluate(form.isInFront), `${await each.textContent()}, ${width} px`).toBe(true);
    await close.press('Enter');
    expect.soft(longLines(await page.evaluate(readLines)), `${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 256 });
  await form.send(page);
  await expect(panel.locator('h3'), 'with a zoom of 400 %').toBeInViewport({ ratio: 1 });
});

test('FORM-13: the day of the answer follows the server’s clock, not one of 1970', async ({ page }) => {
  await page.clock.install({ time: 0 });
  await open(page, '/contact');
  const days = [answerDay(Date.now())];
  await form.send(page);
  const day = page.getByRole('region', { name: contactForm.sent.title }).locator('strong').last();
  await expect(day).toBeVisible();
  days.push(answerDay(Date.now()));
  expect(days).toContain(await day.textContent());
});

test('FORM-5: controls of the same names that an extension adds change nothing', async ({ page, site }) => {
  await open(page, '/contact');
  await page.locator('form').evaluate((element) => {
    const named = (name: string) => Object.assign(document.createElement('input'), { name, value: 'x' });
    for (const name of ['email', 'message', 'elements']) {
      element.prepend(named(name));
      element.append(named(name));
    }
  });
  const values = await form.send(page);
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  await form.expectEmptied(page);
  expect(await form.storedMessages(site, values.email)).toMatchObject([values]);
});

test('FORM-14: fields are stored clean, and stay as they were typed', async ({ page, site }) => {
  await open(page, '/contact');
  const { email, ...values } = form.validValues();
  const typed = {
    ...values,
    email: `Zoé <mailto:${email.replace('.', '.\u00ad')}>,`,
    phone: '06\u201112\u200b 34 56',
  };
  await form.send(page, { ...typed, message: 'Court' });
  await form.expectError(form.message(page), form.MESSAGES.messageShort);
  for (const field of [form.email(page), form.phone(page)]) await form.expectError(field, null);
  expect(await form.read(page)).toEqual({ ...typed, message: 'Court' });
  await form.message(page).fill(values.message);
  await form.submit(page).click();
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  expect(await form.storedMessages(site, email)).toMatchObject([{ email, phone: '06-12 34 56' }]);
});
