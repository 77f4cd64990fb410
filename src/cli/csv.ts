import { columnOf, type Message } from '../contact/messages.server.ts';
import { messageWords, statusNames } from '../content/cli-messages.ts';
import { contactFields } from '../content/form-fields.ts';

/** Excel reads UTF-8 only after this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/** Gives messages as CSV, a record at a time, under a line of titles. */
export async function* csvOf(messages: AsyncIterable<Message>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(messageWords.csvColumns);
  for await (const message of messages) {
    const { id, received_at, status, suspect_reasons, note } = message;
    const facts = [id, new Date(received_at).toISOString(), statusNames[status]];
    const fields = contactFields.map((name) => message[columnOf(name)]);
    yield csvLine([...facts, suspect_reasons.replaceAll(',', ' '), ...fields, note]);
  }
}

/**
 * Matches every place at which a spreadsheet may read a formula (OWASP, CSV injection). It splits at the separator that it expects,
 * not at the one that was written: lines and quotes inside a field may begin cells of their own.
 */
const FORMULA = /(?<=^|[\n,;\t])(?=["\p{Z}\ufeff]*[=+\-@\t＝＋－＠])/gu;
const CONTROLS = /[^\P{Cc}\t\n]/gu;

/**
 * Writes one record of RFC 4180, every field quoted, ended by CRLF; what could become a formula gets an apostrophe before it. A
 * semicolon separates, as a French Excel expects.
 */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(';')}\r\n`;
}

function csvField(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').replace(CONTROLS, '�');
  const inert = plain.replace(FORMULA, "'");
  return `"${inert.replaceAll('"', '""')}"`;
}
