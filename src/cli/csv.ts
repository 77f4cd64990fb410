/**
 * Where a spreadsheet may take the beginning of a cell for a formula (OWASP, CSV injection): it splits at the separator it
 * expects, not at the one that was written, so that lines and quotes inside a field may begin cells of their own.
 */
const FORMULA = /(?<=^|[\n,;\t])(?=["\p{Z}\ufeff]*[=+\-@\t＝＋－＠])/gu;
const CONTROLS = /[^\P{Cc}\t\n]/gu;

/** Excel reads UTF-8 only after this mark. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Writes one record of RFC 4180, every field quoted, ended by CRLF; what could become a formula gets an apostrophe before it. */
export function csvLine(fields: readonly string[], separator: string): string {
  return `${fields.map(csvField).join(separator)}\r\n`;
}

function csvField(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').replace(CONTROLS, '�');
  const inert = plain.replace(FORMULA, "'");
  return `"${inert.replaceAll('"', '""')}"`;
}
