import { columnOf, type Message } from '../../contact/messages.server.ts';
import { type ContactField, contactFields } from '../../content/form-fields.ts';
import { isoInstant } from '../format.ts';

/** A message as every `--json` and export writes it: fields are added, never renamed. */
export function messageShape(message: Message) {
  const fields = Object.fromEntries(contactFields.map((name) => [name, message[columnOf(name)]])) as Record<
    ContactField,
    string
  >;
  return {
    id: message.id,
    receivedAt: isoInstant(message.received_at),
    status: message.status,
    suspect: message.suspect === 1,
    suspectReasons: message.suspect_reasons === '' ? [] : message.suspect_reasons.split(','),
    origin: message.origin,
    ...fields,
    note: message.note,
  };
}

/** Where a listing goes on, as one word for the command line. */
export function cursorText({ receivedAt, id }: { receivedAt: number; id: string }): string {
  return `${receivedAt}_${id}`;
}

/** The cursor that {@link cursorText} wrote, undefined when the word is none. */
export function parseCursor(text: string): { receivedAt: number; id: string } | undefined {
  const [, receivedAt, id] = /^(\d{1,16})_([0-9a-f-]{36})$/.exec(text) ?? [];
  return receivedAt && id ? { receivedAt: Number(receivedAt), id } : undefined;
}
