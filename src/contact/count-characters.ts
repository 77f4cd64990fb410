/** Below U+0300 no character combines with another, so that code units are characters (line breaks being `\n`). */
const SIMPLE = /^[\0-\u02ff]*$/;

let segmenter: Intl.Segmenter | undefined;

/** The segmenter is made when first needed, which is seldom: its tables take 17 ms of a start. */
function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('fr', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** How many characters a person counts: an accented letter or an emoji is one, however it is encoded. */
export function countCharacters(text: string): number {
  if (SIMPLE.test(text)) return text.length;
  let count = 0;
  for (const _ of segmentsOf(text)) count += 1;
  return count;
}

/** The end of the text without its last `count` characters, as a person counts. */
export function dropLastCharacters(text: string, count: number): string {
  if (count <= 0) return text;
  const characters = Array.from(segmentsOf(text), ({ segment }) => segment);
  return characters.slice(0, -count).join('');
}
