import { columnOf, type Message } from '../contact/messages.server.ts';
import { messageWords, statusNames } from '../content/cli-messages.ts';
import { contactFields } from '../content/form-fields.ts';

/** Excel reads UTF-8 only after this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/** Writes messages as CSV, record by record, below a header line. */
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
 * Matches every place where a spreadsheet may read a formula (OWASP, CSV injection). A spreadsheet may split at another
 * separator than the semicolon, so lines and quotes inside a field may begin cells.
 */
const FORMULA = /(?<=^|[\n,;\t])(?=["\p{Z}\ufeff]*[=+\-@\t＝＋－＠])/gu;
const CONTROLS = /[^\P{Cc}\t\n]/gu;

/**
 * Writes one record of RFC 4180: fields quoted, separated by semicolons as a French Excel expects, ended by CRLF. A possible
 * formula gets an apostrophe before it.
 */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(';')}\r\n`;
}

function csvField(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').replace(CONTROLS, '�');
  const inert = plain.replace(FORMULA, "'");
  return `"${inert.replaceAll('"', '""')}"`;
}
