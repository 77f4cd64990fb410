import type { Locator } from '@playwright/test';
import * as form from './contact-form.ts';
import { arrived, expect, footerLink, hydrated, open, test } from './fixtures.ts';
import { holdFiles, holdOperation, onOperation, recordGraphql } from './network.ts';

// src/contact/sending.test.ts proves which messages are kept.
test('FORM-2: while sending nothing can be used, and quick clicks send one message', async ({ page }) => {
  const answer = await holdOperation(page, 'postContactForm', form.accepted);
  await open(page, '/contact');
  const sent = recordGraphql(page);
  const values = form.validValues();
  await form.fill(page, values);
  await form.submit(page).dblclick();
  await expect(form.submit(page)).toBeDisabled();
  await expect(page.locator('[aria-live]').filter({ hasText: 'Envoi en cours…' })).toHaveCount(1);
  for (const field of [form.email(page), form.fullname(page), form.phone(page), form.message(page)])
    await expect(field).not.toBeEditable();
  await expect(form.subject(page)).toBeDisabled();
  await form.message(page).press('x');
  expect(await form.read(page)).toEqual(values);
  const link = footerLink(page, 'Accueil');
  await link.focus();
  answer();
  await form.expectEmptied(page);
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  await expect(link, 'a visitor who has moved on keeps the focus').toBeFocused();
  await expect(form.submit(page)).toBeEnabled();
  await expect(form.message(page)).toBeEditable();
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
  await onOperation(page, 'postContactForm', form.accepted);
  await open(page, '/contact');
  const sent = recordGraphql(page);
  await form.fill(page, form.validValues());
  await form.email(page).focus();
  await page.keyboard.down('Enter');
  await form.expectEmptied(page);
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/champs? (est|sont) à corriger/)).toHaveCount(0);
  const outcome = page.getByRole('region', { name: 'Message bien reçu' });
  await expect(outcome).toBeFocused();
  await expect(outcome).toContainText(/Je vous réponds à camille\.\S+, au plus tard [a-z]+di \d/);
  await expect(outcome, 'in view, wherever Enter was pressed').toBeInViewport({ ratio: 1 });
  await form.expectError(form.email(page), null);
  expect(sent).toHaveLength(1);
  const NONE = 'rgba(0, 0, 0, 0)';
  await expect(form.submit(page), 'quiet: nothing is left to do').toHaveCSS('background-color', NONE);
  await form.email(page).fill('camille');
  await expect(form.submit(page)).not.toHaveCSS('background-color', NONE);
  await form.expectError(form.email(page), null);
  await form.email(page).press('Enter');
  await expect(form.subject(page)).toBeFocused();
  await form.expectError(form.subject(page), form.MESSAGES.subject);
});

test('FORM-5, FORM-6: after a failure the message can be sent again', async ({ page, noise }) => {
  noise.expect(
    /^console\.error: TypeError: Failed to fetch/,
    /^console\.error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/,
    /^request failed: .*\/graphql net::ERR_INTERNET_DISCONNECTED/,
  );
  noise.allow(/^request failed: .*\/insights\/view net::ERR_INTERNET_DISCONNECTED/);
  await open(page, '/contact');
  await page.context().setOffline(true);
  const values = form.validValues();
  await form.fill(page, values);
  await form.email(page).press('Enter');
  await expect(form.notice(page, form.NOTICES.failure).first()).toBeVisible();
  await expect(page.getByText(form.NOTICES.success).filter({ visible: true })).toHaveCount(0);
  await form.expectEmptied(page);
  const offline = page.getByText('Vous êtes hors ligne. Votre message est gardé ici.');
  await expect(offline).toBeVisible();
  await page.context().setOffline(false);
  await expect(offline).toBeHidden();
  await form.email(page).fill('z');
  await form.restore(page).first().click();
  await form.expectError(form.email(page), null);
  await expect.poll(() => form.read(page)).toEqual(values);
  await expect(form.counter(page, values.message.length)).toBeVisible();
  await form.email(page).press('Enter');
  await expect(form.notice(page, form.NOTICES.success).first()).toBeVisible();
  await form.expectEmptied(page);
  await expect(form.restore(page)).toHaveCount(0);
  await form.fullname(page).focus();
  await form.expectError(form.email(page), null);
  await form.message(page).focus();
  await form.expectError(form.fullname(page), form.MESSAGES.fullname);
});

test('FORM-2, FORM-6: leaving during the sending hides no outcome', async ({ page, noise }) => {
  noise.expect(form.REFUSED);
  const answer = await holdOperation(page, 'postContactForm', form.refused);
  await open(page, '/contact');
  const values = await form.send(page);
  await form.leave(page);
  const contact = footerLink(page, 'Contact');
  await contact.click();
  await expect(form.submit(page)).toBeDisabled();
  await form.leave(page);
  answer();
  await expect(form.notice(page, form.NOTICES.failure)).toBeVisible();
  await contact.click();
  await expect(form.submit(page)).toBeEnabled();
  await expect(form.message(page), 'sent or to be restored, it is no draft').toHaveValue('');
  await form.restore(page).click();
  expect(await form.read(page)).toEqual(values);
});

test('FORM-6: what was not sent outlives other pages and reloads', async ({ page, noise }) => {
  noise.expect(form.REFUSED);
  await page.setViewportSize({ width: 390, height: 844 });
  await onOperation(page, 'postContactForm', form.refused);
  await open(page, '/contact');
  const values = await form.send(page);
  await expect(form.restore(page)).toBeVisible();
  await form.leave(page);
  await footerLink(page, 'Contact').click();
  await arrived(page, '/contact');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const reloadAndType = async (field: Locator, text: string) => {
    const arrive = await holdFiles(page);
    await page.reload({ waitUntil: 'commit' });
    await field.fill(text);
    arrive();
    await hydrated(page);
  };
  await reloadAndType(form.message(page), 'Un autre message, tapé avant les scripts.');
  await form.restore(page).click();
  expect(await form.read(page)).toEqual(values);
  // Not every browser fills a reloaded form in again.
  expect(await page.evaluate(() => JSON.parse(sessionStorage['unsent-messages'])[0])).toEqual(values);
  await form.email(page).fill('corrigee@exemple.fr');
  await form.phone(page).fill('');
  await reloadAndType(form.email(page), 'autre@exemple.fr');
  const kept = { ...values, email: 'autre@exemple.fr', phone: '' };
  await expect.poll(() => form.read(page)).toEqual(kept);
});
