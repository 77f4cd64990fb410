import { columnOf, type Message } from '../contact/messages.server.ts';
import { messageWords, statusNames } from '../content/cli-messages.ts';
import { contactFields, formField } from '../content/form-fields.ts';
import { visible } from './text.ts';

/** Excel reads UTF-8 only after this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/** Writes messages as CSV, record by record, below a header line. */
export async function* csvOf(messages: AsyncIterable<Message>): AsyncGenerator<string> {
  const { id, received, status, suspect, note } = messageWords.labels;
  const labels = contactFields.map((name) => formField(name).studioLabel);
  yield BYTE_ORDER_MARK + csvLine([id, received, status, suspect, ...labels, note]);
  for await (const message of messages) {
    const facts = [message.id, new Date(message.received_at).toISOString(), statusNames[message.status]];
    const fields = contactFields.map((name) => message[columnOf(name)]);
    yield csvLine([...facts, message.suspect_reasons.replaceAll(',', ' '), ...fields, message.note]);
  }
}

/**
 * Matches every place where a spreadsheet may read a formula (OWASP, CSV injection). A spreadsheet may split at another
 * separator than the semicolon, so lines and quotes inside a field may begin cells.
 */
const FORMULA = /(?<=^|[\n,;\t])(?=["\p{Z}\ufeff]*[=+\-@\t＝＋－＠])/gu;

/**
 * Writes one record of RFC 4180: fields quoted, separated by semicolons as a French Excel expects, ended by CRLF. A possible
 * formula gets an apostrophe before it.
 */
export function csvLine(fields: readonly string[]): string {
  const cells = fields.map((text) => visible(text).replace(FORMULA, "'").replaceAll('"', '""'));
  return `${cells.map((cell) => `"${cell}"`).join(';')}\r\n`;
}
