import { contactSubjects } from '../../src/words/specified.ts';
import * as form from './contact-form.ts';
import { expect, open, test } from './fixtures.ts';
import { recordGraphql } from './network.ts';

test('FORM-1: the arrow of the list is no obstacle, and a long subject takes two lines', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await open(page, '/contact');
  const isArrowFree = await form.subject(page).evaluate((select) => {
    const { right, top, height } = select.getBoundingClientRect();
    return document.elementFromPoint(right - 22, top + height / 2) === select;
  });
  expect(isArrowFree).toBe(true);
  await form.subject(page).selectOption(contactSubjects[4]);
  expect((await form.subject(page).boundingBox())?.height).toBeGreaterThan(60);
});

// src/contact/rules.test.ts tries every rule.
test('FORM-3: a touched field shows its error while it is wrong', async ({ page }) => {
  await open(page, '/contact');
  await form.fullname(page).fill('J');
  for (const [field, wrong, error, right] of [
    [form.fullname, 'J', form.MESSAGES.fullname, 'Al'],
    [form.subject, '', form.MESSAGES.subject, contactSubjects[0]],
    [form.email, 'jean.dupont@gmail', form.MESSAGES.email, 'ca@client.fr'],
    [form.message, 'court', form.MESSAGES.messageShort, 'x'.repeat(2000)],
    [form.phone, '12', form.MESSAGES.phone, ''],
  ] as const) {
    const isSubject = field === form.subject;
    await form.expectError(field(page), null);
    if (!isSubject) await field(page).fill(wrong);
    await field(page).focus();
    await page.keyboard.press('Tab');
    await form.expectError(field(page), error);
    for (const text of [right, wrong, right]) {
      await (isSubject ? field(page).selectOption(text) : field(page).fill(text));
      await form.expectError(field(page), text === wrong ? error : null);
    }
  }
});

test('FORM-3: a wrong form sends nothing, and its first wrong field has the focus', async ({ page }) => {
  await open(page, '/contact');
  const sent = recordGraphql(page);
  await form.fullname(page).fill('Camille Essai');
  await page.keyboard.press('Enter');
  await expect(form.subject(page)).toBeFocused();
  await form.expectError(form.subject(page), form.MESSAGES.subject);
  await form.expectError(form.email(page), form.MESSAGES.email);
  await form.expectError(form.fullname(page), null);
  await form.expectError(form.message(page), form.MESSAGES.messageRequired);
  await form.send(page, { ...form.validValues(), phone: '12' });
  await expect(form.phone(page)).toBeFocused();
  await form.expectError(form.phone(page), form.MESSAGES.phone);
  // From now on each error is announced when it appears.
  const politely = page.getByText(form.MESSAGES.phone).locator('xpath=ancestor::*[@aria-live="polite"]');
  await form.phone(page).fill('');
  await form.phone(page).fill('12');
  await page.keyboard.press('Tab');
  await expect(politely).toHaveCount(1);
  await expect(page.getByText('Un champ est à corriger'), 'only a submit lists errors').toHaveCount(0);
  await form.send(page, { ...form.validValues(), email: 'camille', message: 'court' });
  await expect(form.email(page)).toBeFocused();
  expect(sent).toEqual([]);
});

test('FORM-3: a visitor led to a wrong field sees all of it, and the history nothing', async ({ page }) => {
  const expectWhole = async (name: string) => {
    const field = page.locator(':focus');
    await expect(field).toHaveAttribute('name', name);
    const id = await field.getAttribute('id');
    for (const part of [page.locator(`label[for="${id}"]`), field, page.locator(`[id="${id}-error"] span`)])
      await expect.poll(() => part.evaluate(form.isInFront), `${name}: ${part}`).toBe(true);
  };
  await open(page, '/contact');
  for (const [width, height] of [
    [320, 256],
    [844, 390],
  ] as const)
    await test.step(`${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      for (const wrong of ['subject', 'email', 'fullname', 'phone'] as const) {
        await form.send(page, { ...form.validValues(), phone: '12', [wrong]: wrong === 'phone' ? '12' : '' });
        await expectWhole(wrong);
      }
      const before = await page.evaluate(() => history.length);
      await page.locator('form a[href^="#"]').click();
      await expectWhole('phone');
      expect(await page.evaluate(() => history.length)).toBe(before);
      await expect(page).toHaveURL('/contact');
    });
});

test('FORM-3, FORM-11: values set by a program are read, and survive', async ({ page }) => {
  await open(page, '/contact');
  await form.submit(page).click();
  await form.expectError(form.message(page), form.MESSAGES.messageRequired);
  const values = form.validValues();
  await page.locator('form').evaluate((element: HTMLFormElement, filled) => {
    for (const [name, value] of Object.entries(filled)) {
      const field = element.elements.namedItem(name) as HTMLInputElement;
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, values);
  await expect(form.counter(page, values.message.length)).toBeVisible();
  await expect(page.locator('form [aria-invalid]')).toHaveCount(0);
  // The page is opened anew, because after a reload the browser itself fills the fields.
  await open(page, '/contact');
  await expect.poll(() => form.read(page)).toEqual(values);
  await expect(form.counter(page, values.message.length)).toBeVisible();
});

test('FORM-1: the counter is announced once the writer pauses', async ({ page }) => {
  await page.clock.install({ time: '2026-01-05T10:00:00' });
  await open(page, '/contact');
  await page.clock.pauseAt('2026-01-05T11:00:00');
  const counter = form.counter(page, 3);
  await form.message(page).pressSequentially('Oui');
  await expect(counter).toBeVisible();
  await expect(form.message(page)).toHaveAccessibleDescription('Au moins 10\u00a0caractères');
  const announced = page.locator('form > [aria-live=polite]');
  await page.clock.runFor(900);
  await expect(announced).toBeEmpty();
  await page.clock.runFor(200);
  await expect(announced).toHaveText('Il reste 1997\u00a0caractères');
  await form.message(page).press('x');
  await expect(announced, 'not at each key').toHaveText('Il reste 1997\u00a0caractères');
});
