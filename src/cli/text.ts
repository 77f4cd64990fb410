import { Help } from 'commander';
import stringWidth from 'string-width';

/**
 * Matches controls that a terminal may obey, C1 included, but tab and line feed. Matches also what reverses the direction of
 * writing (Unicode TR 9) or ends a line unseen.
 */
const UNSAFE = /[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Makes a text from outside safe for terminal and spreadsheet: unsafe characters become `�`. Line feeds and tabs stay. */
export function visible(text: string): string {
  return text.replace(/\r\n?/g, '\n').toWellFormed().replace(UNSAFE, '�');
}

/** Makes a text safe like {@link visible}, on one line. No-break spaces stay. */
export function oneLine(text: string): string {
  return visible(text)
    .replace(/[^\S\u00a0\u202f]+/g, ' ')
    .trim();
}

/** Writes JSON with a final line feed. It parses to the same value and holds no unsafe character. */
export function safeJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(value, null, 2)}\n`.replace(UNSAFE, escaped);
}

const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** Cuts a text to `width` cells, never inside a character; `…` marks the cut. */
export function cutToWidth(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return width > 0 ? `${kept.trimEnd()}…` : '';
}

/** Pads a text with blanks to `width` cells, after or before it. */
export function padToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'left' ? text + blanks : blanks + text;
}

const wrapper = Object.assign(new Help(), { displayWidth: stringWidth });

/** Wraps a text between words, as help pages are. The terminal breaks a longer word, and every line below 40 cells. */
export function wrapToWidth(text: string, width: number): string {
  return wrapper.boxWrap(text, width);
}
