import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** Cuts a text to so many cells, ending in `…` when something is left out, and never inside a character. */
export function cutToWidth(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`.slice(0, width > 0 ? undefined : 0);
}

/** Fills a text up with blanks to so many cells, after or before it. */
export function padToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'left' ? text + blanks : blanks + text;
}

/** Breaks the paragraphs of a text between words into lines of at most so many cells; a longer word is broken. */
export function wrapToWidth(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width));
}

function wrapParagraph(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/(?<= )/).flatMap((part) => brokenWord(part, width))) {
    if (stringWidth((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += word;
  }
  return [...lines, line.trimEnd()];
}

function brokenWord(word: string, width: number): string[] {
  if (stringWidth(word.trimEnd()) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const { segment } of graphemes.segment(word)) {
    if (stringWidth(part + segment) > width) {
      parts.push(part);
      part = '';
    }
    part += segment;
  }
  return [...parts, part];
}
