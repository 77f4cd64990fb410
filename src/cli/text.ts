import stringWidth from 'string-width';

/** Controls other than tab and line feed, C1 included: a terminal may obey them. */
const CONTROLS = /[^\P{Cc}\t\n]/gu;
/** Reverse the direction of writing (Unicode TR 9), or end a line unseen. */
const DIRECTION = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Makes a text from outside safe for the terminal: controls become visible symbols, direction marks become `�`. Line feeds and
 * tabs stay.
 */
export function visible(text: string): string {
  return text.replace(/\r\n?/g, '\n').toWellFormed().replace(CONTROLS, symbolOf).replace(DIRECTION, '�');
}

function symbolOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : '�';
}

/** Makes a text safe like {@link visible}, on one line. No-break spaces stay. */
export function oneLine(text: string): string {
  return visible(text)
    .replace(/[^\S\u00a0\u202f]+/g, ' ')
    .trim();
}

/** Writes JSON with a final line feed. It parses to the same value and holds no character that a terminal obeys. */
export function safeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`.replace(CONTROLS, escaped).replace(DIRECTION, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Quotes a text as one word of a POSIX shell's command. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
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

/** A word with the blanks around it. The beginning of a command counts as one word, so that it can be copied. */
const WORD = / *(?:npm run vitrine -- (?:[^ ]+ )?)?[^ ]+ */g;

/** Wraps a text between words into lines of at most `width` cells. The terminal breaks a longer word. */
export function wrapToWidth(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.match(WORD) ?? []) {
      if (line && stringWidth((line + word).trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += word;
    }
    return [...lines, line.trimEnd()];
  });
}
