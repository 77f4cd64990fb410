/** Controls, and the marks that reverse or hide the text around them (Unicode UAX 9). Emoji joiners stay. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

function bounded(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…`.toWellFormed() : text.toWellFormed();
}

/** One line of visitor text: line breaks become blanks, unseen characters go, at most `limit` UTF-16 units stay. */
export function oneLine(text: string, limit: number): string {
  return bounded(text.replace(LINE_BREAK, ' ').replace(UNSEEN, '').replace(/\s+/g, ' ').trim(), limit);
}

/** Lines of visitor text, as the visitor broke them, at most `limit` UTF-16 units in all. */
export function severalLines(text: string, limit: number): string[] {
  const lines = bounded(text, limit).split(LINE_BREAK);
  return lines.map((line) => line.replaceAll('\t', '  ').replace(UNSEEN, ''));
}
