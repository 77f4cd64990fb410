const segmenter = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** Below U+0300 no character combines with another, so that code units are characters (line breaks being `\n`). */
const SIMPLE = /^[\0-\u02ff]*$/;

/** How many characters a person counts: an accented letter or an emoji is one, however it is encoded. */
export function countCharacters(text: string): number {
  if (SIMPLE.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** The end of the text without its last `count` characters, as a person counts. */
export function dropLastCharacters(text: string, count: number): string {
  if (count <= 0) return text;
  const characters = Array.from(segmenter.segment(text), ({ segment }) => segment);
  return characters.slice(0, -count).join('');
}
