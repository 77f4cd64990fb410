import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { formFields } from '../../src/words/form-fields.ts';
import { homeWords } from '../../src/words/home.ts';
import { contactSubjects, outcomeTexts } from '../../src/words/specified.ts';
import type { Site } from '../support/site.ts';
import { open } from './fixtures.ts';
import { type Answer, onOperation } from './network.ts';

/** Messages of section 5 of the specification. */
export const MESSAGES = {
  fullname: 'Votre nom complet est requis',
  email: 'Votre email est requis',
  subject: 'Le sujet est requis',
  phone: 'Numéro invalide (ex: +33 6 12 34 56 78)',
  messageRequired: 'Le message est requis',
  messageShort: 'Le message doit contenir au moins 10 caractères',
  messageLong: 'Le message ne peut pas dépasser 2000 caractères',
} as const;

export const NOTICES = { success: outcomeTexts.sent, failure: outcomeTexts.failed };

export const subject = (page: Page) => page.getByLabel(formFields.subject.label);
export const email = (page: Page) => page.getByRole('textbox', { name: formFields.email.label });
export const fullname = (page: Page) => page.getByRole('textbox', { name: formFields.fullname.label });
export const phone = (page: Page) => page.getByRole('textbox', { name: formFields.phone.label });
export const message = (page: Page) => page.getByRole('textbox', { name: formFields.message.label });
export const submit = (page: Page) => page.getByRole('button', { name: 'Envoyer', exact: true });
export const counter = (page: Page, count: number) =>
  page.getByText(`${count}/2000 caractères`).filter({ visible: true });

type Values = Record<'subject' | 'email' | 'fullname' | 'phone' | 'message', string>;

let made = 0;

/** Values that pass every rule and that no other test uses (an identical message is stored once). */
export function validValues(): Values {
  made += 1;
  const unique = `${process.pid}-${Date.now().toString(36)}-${made}`;
  return {
    subject: contactSubjects[2],
    email: `camille.${unique}@client.example`,
    fullname: 'Élodie Martin-Dupré',
    phone: '+33 6 12 34 56 78',
    message: `Bonjour,\nnous aimerions une application pour notre refuge (${unique}).`,
  };
}

export async function fill(page: Page, values: Values): Promise<void> {
  await subject(page).selectOption(values.subject);
  await email(page).fill(values.email);
  await fullname(page).fill(values.fullname);
  await phone(page).fill(values.phone);
  await message(page).fill(values.message);
}

export async function send(page: Page, values = validValues()): Promise<Values> {
  await fill(page, values);
  await submit(page).click();
  return values;
}

export const restore = (page: Page) => page.getByRole('button', { name: 'Récupérer mon message' });

export async function read(page: Page): Promise<Values> {
  return {
    subject: await subject(page).inputValue(),
    email: await email(page).inputValue(),
    fullname: await fullname(page).inputValue(),
    phone: await phone(page).inputValue(),
    message: await message(page).inputValue(),
  };
}

export const EMPTY: Values = { subject: '', email: '', fullname: '', phone: '', message: '' };

export async function expectEmptied(page: Page): Promise<void> {
  await expect.poll(() => read(page)).toEqual(EMPTY);
  await expect(counter(page, 0)).toBeVisible();
}

/** Expects this error at the field, also for assistive technology; null means none. */
export async function expectError(field: Locator, error: string | null): Promise<void> {
  const said = new RegExp((error === null ? Object.values(MESSAGES) : [error]).map(RegExp.escape).join('|'));
  if (error === null) {
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
    await expect(field).not.toHaveAccessibleDescription(said);
  } else {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(said);
    await expect(field.page().getByText(error).filter({ visible: true }).first()).toBeVisible();
  }
}

export async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Retour à l’accueil' }).first().click();
  await expect(page.getByRole('heading', { name: homeWords.services.title })).toBeVisible();
}

/** Answers the mutation as the API does after a success, or when the server fails. */
export const accepted = (route: Route) =>
  route.fulfill({ json: { data: { postContactForm: { isSend: true } } } });
export const refused = (route: Route) =>
  route.fulfill({ json: { data: { postContactForm: null }, errors: [{ message: 'Unexpected error.' }] } });

export const REFUSED = /^console\.error: Error: postContactForm failed: HTTP 200, \?/;

export const notice = (page: Page, text: string): Locator =>
  page
    .getByRole(text === NOTICES.success ? 'status' : 'alert')
    .filter({ hasText: text })
    .filter({ visible: true });

/** Sends a message; from then on the page's clock moves only by hand, and a notice stays. */
export async function sendWhileClockStands(
  page: Page,
  answer: Answer = accepted,
  text?: string,
): Promise<void> {
  await page.clock.install({ time: '2026-01-05T10:00:00' });
  await onOperation(page, 'postContactForm', answer);
  await open(page, '/contact');
  const values = validValues();
  await fill(page, { ...values, email: 'camille@client.example', message: text ?? values.message });
  await page.clock.pauseAt('2026-01-05T11:00:00');
  await submit(page).click();
}

/** Runs in the page; tells whether an element is in view, with nothing over it. */
export function isInFront(element: Element): boolean {
  return Array.from(element.getClientRects()).every(({ left, width, top, bottom }) =>
    [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + width / 2, y))),
  );
}

const NOTHING_FOUND = 3;

/** Returns the messages of one visitor, as the operator exports them on the command line. */
export async function storedMessages(site: Pick<Site, 'cli'>, email: string): Promise<object[]> {
  const exported = await site.cli('person', 'export', email);
  if (exported.code === NOTHING_FOUND) return [];
  expect(exported.code, exported.stderr).toBe(0);
  return JSON.parse(exported.stdout).messages;
}
