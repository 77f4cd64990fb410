import { columnOf, type Message } from '../../contact/messages.server.ts';
import { type ContactField, contactFields } from '../../content/form-fields.ts';
import { isoInstant } from '../format.ts';

/** Shapes a message as every `--json` and export writes it: fields are added, never renamed. */
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
