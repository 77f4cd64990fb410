import { isSeen, UNSEEN_MARKS } from '../config/unseen-characters.ts';

/** Controls, and the marks that reverse or hide the text around them. */
const UNSEEN = new RegExp(`[\\p{Cc}${UNSEEN_MARKS}]`, 'gu');
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

function bounded(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…`.toWellFormed() : text.toWellFormed();
}

/**
 * Gives one line of visitor text: line breaks become blanks, unseen characters go, at most `limit` UTF-16 units stay; '' when
 * there is nothing to see.
 */
export function oneLine(text: string, limit: number): string {
  const line = text.replace(LINE_BREAK, ' ').replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  return isSeen(line) ? bounded(line, limit) : '';
}

/** Gives lines of visitor text, as the visitor broke them, at most `limit` UTF-16 units in all. */
export function severalLines(text: string, limit: number): string[] {
  const lines = bounded(text, limit).split(LINE_BREAK);
  return lines.map((line) => line.replaceAll('\t', '  ').replace(UNSEEN, ''));
}
