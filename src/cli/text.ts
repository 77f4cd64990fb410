import stringWidth from 'string-width';

/**
 * Matches control characters that a terminal may obey, C1 included; tab and line feed are allowed. It also matches what
 * reverses the direction of writing (Unicode TR 9) or ends a line invisibly.
 */
const UNSAFE = /[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Makes a text from outside safe for terminal and spreadsheet: unsafe characters become `�`; line feeds and tabs stay. */
export function visible(text: string): string {
  return text.replace(/\r\n?/g, '\n').toWellFormed().replace(UNSAFE, '�');
}

/** Makes a text safe like {@link visible}, on one line. No-break spaces stay. */
export function oneLine(text: string): string {
  return visible(text)
    .replace(/[^\S\u00a0\u202f]+/g, ' ')
    .trim();
}

/** Writes JSON with a final line feed, escaping unsafe characters; it parses to the same value. */
export function safeJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(value, null, 2)}\n`.replace(UNSAFE, escaped);
}

/**
 * Matches every place where a spreadsheet may read a formula (OWASP, CSV injection). Lines and quotes inside a field count as
 * beginnings of cells, because the spreadsheet may split at another separator than the semicolon.
 */
const FORMULA = /(?<=^|[\n,;\t])(?=["\p{Z}\ufeff]*[=+\-@\t＝＋－＠])/gu;

const PHONE = /^\+\d[\d ().]*$/;

/**
 * Writes one record of RFC 4180, ended by CRLF; fields are quoted and separated by semicolons, as a French Excel expects. An
 * apostrophe precedes a possible formula, but not a phone number.
 */
export function csvLine(fields: readonly string[]): string {
  const inert = (text: string) => (PHONE.test(text) ? text : text.replace(FORMULA, "'"));
  const cells = fields.map((text) => inert(visible(text)).replaceAll('"', '""'));
  return `${cells.map((cell) => `"${cell}"`).join(';')}\r\n`;
}

const style = { timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'short' } as const;
const inParis = new Intl.DateTimeFormat('fr-FR', style);

/** Writes an instant in Paris time as `05/03/2026 14:07`. */
export function formatInstant(instant: number): string {
  return inParis.format(instant);
}

const thisYear = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  ...{ day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' },
});

/** Writes an instant of the last twelve months in Paris time as `05/03 14:07`. */
export function formatRecent(instant: number): string {
  return thisYear.format(instant);
}

/** Writes a size in bytes as `1,4 Mo` or `83 Go`. */
export function formatSize(bytes: number): string {
  const [unit, name] = bytes < 1e9 ? [1e6, 'Mo'] : [1e9, 'Go'];
  return `${(bytes / unit).toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00a0${name}`;
}

const GAP = '  ';
/** A narrowed column keeps at least this many cells. */
const LEAST_CELLS = 12;

/**
 * Lays out a table, header first, without empty columns and with numbers aligned to the right.
 * @param width cells per line: the widest columns are narrowed, then lines are cut; Infinity changes nothing
 * @param whole titles of columns that are never narrowed
 */
export function formatTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  whole: readonly string[] = [],
): string[] {
  const columns = titles
    .map((title, index) => [title, ...rows.map((row) => oneLine(row[index] ?? ''))])
    .filter(([, ...cells]) => cells.some((cell) => cell !== ''));
  const widths = columns.map((cells) => Math.max(...cells.map((cell) => stringWidth(cell))));
  let most = Math.max(...widths);
  const narrowed = () =>
    widths.map((cells, index) => (whole.includes(columns[index]?.[0] ?? '') ? cells : Math.min(cells, most)));
  const total = () => narrowed().reduce((sum, cells) => sum + cells + GAP.length, -GAP.length);
  while (total() > width && most > LEAST_CELLS) most -= 1;
  const fitted = narrowed();
  const padded = columns.map(([title = '', ...cells], index) => {
    const cellWidth = fitted[index] ?? 0;
    const align = cells.every((cell) => /^[\d\s]*$/.test(cell)) ? 'right' : 'left';
    return [title, ...cells].map((text) => padToWidth(cutToWidth(text, cellWidth), cellWidth, align));
  });
  return [titles, ...rows].map((_, line) => {
    const cells = padded.map((column) => column[line]);
    return cutToWidth(cells.join(GAP).trimEnd(), width);
  });
}

/** Writes one label and its value per line, with values aligned; labels without a value are left out. */
export function formatFields(fields: readonly (readonly [label: string, value: string])[]): string[] {
  const given = fields.filter(([, value]) => value !== '');
  const width = Math.max(...given.map(([label]) => stringWidth(label)));
  return given.map(([label, value]) => padToWidth(label, width) + GAP + oneLine(value));
}

const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** Cuts a text to `width` cells, never inside a character; one `…` marks the cut. */
export function cutToWidth(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (stringWidth(kept + segment) > width - 1) break;
    kept += segment;
  }
  return width > 0 ? `${kept.replace(/[\s…]+$/, '')}…` : '';
}

/** Pads a text with spaces to `width` cells; `align` is the side on which the text stands. */
export function padToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'left' ? text + blanks : blanks + text;
}
