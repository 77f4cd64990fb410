const SIMPLE = /^[\0-\u02ff]*$/;

/**
 * Whether no character combines with another, as below U+0300: code units are then characters (line breaks being `\n`), and the
 * text is in NFC.
 */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text);
}

let segmenter: Intl.Segmenter | undefined;

/**
 * The segmenter is made when first needed, which is seldom: its tables take 17 ms of a start. Firefox before 125 has none and
 * counts code points; the server has the last word.
 */
function charactersOf(text: string): string[] {
  if (!Intl.Segmenter) return Array.from(text);
  segmenter ??= new Intl.Segmenter('fr', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many characters a person counts: an accented letter or an emoji is one, however it is encoded. */
export function countCharacters(text: string): number {
  if (isSimple(text)) return text.length;
  return charactersOf(text).length;
}

/** The end of the text without its last `count` characters, as a person counts. */
export function dropLastCharacters(text: string, count: number): string {
  if (count <= 0) return text;
  return charactersOf(text).slice(0, -count).join('');
}
