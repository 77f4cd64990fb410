/** A spreadsheet takes a field that begins like this for a formula (OWASP, CSV injection). */
const FORMULA = /^[\s]*[=+\-@\t\r＝＋－＠]/;
const CONTROLS = /[^\P{Cc}\t\n]/gu;

/** Excel reads UTF-8 only after this mark. */
export const BYTE_ORDER_MARK = '\ufeff';

/** One record of RFC 4180, every field quoted, ended by CRLF; a field that looks like a formula gets an apostrophe before it. */
export function csvLine(fields: readonly string[], separator: string): string {
  return `${fields.map(csvField).join(separator)}\r\n`;
}

function csvField(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').replace(CONTROLS, '�');
  const inert = FORMULA.test(plain) ? `'${plain}` : plain;
  return `"${inert.replaceAll('"', '""')}"`;
}
