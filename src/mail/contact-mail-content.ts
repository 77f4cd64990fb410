import type { Selectable } from 'kysely';
import { contactFields, formField } from '../content/form-fields.ts';
import { suspectReasonText, contactMail as words } from '../content/mails.ts';
import type { Database } from '../storage/schema.ts';
import { UNSEEN_MARKS } from './mail-text.ts';

export type MessageRow = Omit<Selectable<Database['message']>, 'note'>;

/** The content of the mail, before it becomes text or HTML. */
export interface ContactMailContent {
  subject: string;
  name: string;
  email: string;
  /** The fields of one line but the subject, in the order of the form; '' when the visitor gave none. */
  fields: { label: string; value: string }[];
  received: string;
  lines: string[];
  /** Undefined for an ordinary message. */
  suspect: string | undefined;
  id: string;
}

/** In UTF-16 units, at least as long as the rules allow. It bounds the headers for a row written by other means. */
const LINE_LIMIT = 254;

/** The fields that the mail lists below its title. */
const listed = contactFields.filter((name) => name !== 'subject' && name !== 'message');

const parisDate = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Europe/Paris',
});

function suspicion({ suspect, suspect_reasons }: MessageRow): string | undefined {
  if (!suspect) return undefined;
  const codes = suspect_reasons.split(',').filter(Boolean);
  return words.suspect(codes.map((code) => suspectReasonText(oneLine(code, 40))).join(', '));
}

export function contactMailContent(message: MessageRow): ContactMailContent {
  return {
    subject: oneLine(message.subject),
    name: oneLine(message.fullname),
    email: oneLine(message.email),
    fields: listed.map((name) => ({
      label: formField(name).studioLabel,
      value: oneLine(message[name]),
    })),
    received: words.received(parisDate.format(message.received_at)),
    lines: severalLines(message.body),
    suspect: suspicion(message),
    id: message.id,
  };
}

/** Controls, and the marks that reverse or hide the text around them. */
const UNSEEN = new RegExp(`[\\p{Cc}${UNSEEN_MARKS}]`, 'gu');
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** Puts visitor text on one line: line breaks become blanks, unseen characters go, at most `limit` UTF-16 units stay. */
function oneLine(text: string, limit = LINE_LIMIT): string {
  const line = text.replace(LINE_BREAK, ' ').replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  return (line.length > limit ? `${line.slice(0, limit - 1)}…` : line).toWellFormed();
}

function severalLines(text: string): string[] {
  const lines = text.toWellFormed().split(LINE_BREAK);
  return lines.map((line) => line.replaceAll('\t', '  ').replace(UNSEEN, ''));
}
