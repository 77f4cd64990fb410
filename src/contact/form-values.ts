import { type ContactField, contactFields } from '../content/form-fields.ts';
import type { ContactValues } from './rules.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Finds the control of a field in the form. */
export function controlOf(form: HTMLFormElement, field: ContactField): Control {
  return form.elements.namedItem(field) as Control;
}

/** Reads the five fields as typed. */
export function readForm(form: HTMLFormElement): ContactValues {
  const entries = contactFields.map((field) => [field, controlOf(form, field).value]);
  return Object.fromEntries(entries) as ContactValues;
}

/** Writes the values into the form; a field without a value is emptied. */
export function fillForm(form: HTMLFormElement, values: Partial<ContactValues>): void {
  for (const field of contactFields) controlOf(form, field).value = values[field] ?? '';
}
