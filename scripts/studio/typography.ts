/** Takes the place of each part that no rule may change, while the rules run. */
const KEPT = '\ue000';

/** Matches the parts that no rule may change: tags, HTML entities, web addresses, names of files. */
const kept =
  /<\/?[a-z][^>]*>|&(?!nbsp;)#?\w+;|(?:https?:\/\/|www\.|mailto:)[^\s<>"«»]*[^\s<>"«».,:;!?…)]|[^\s<>"«»]*\.(?:jpe?g|png|svg|webp|avif|mp4|pdf|ya?ml|json|html?)\b/gi;

const units =
  'k€|M€|[kMGT]?o|Kio|Mio|px|km|[cm]?m|kg|g|h|min|s|ans?|années?|mois|semaines?|jours?|heures?|minutes?|secondes?|euros?|caractères|pages?|fois';

const numbers = 'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quinze|vingt|trente|cent|mille';

/** French typography as rules in order: what is found, and what replaces it. No rule changes a text that it has set. */
const rules: readonly (readonly [RegExp, string])[] = [
  // Visitors who search the page with a typed space would not find the narrow one.
  [/\u202f|&nbsp;/g, '\u00a0'],
  [/(?<=[\p{L}\d])['´ʼ‘](?=[\p{L}\d«"“\ue000])/gu, '’'],
  [/\.{3,}/g, '…'],
  [/(?<![\d"»])"\s*([^"]*[^"\s])\s*"/g, '«\u00a0$1\u00a0»'],
  [/(?<!«.*)“\s*([^”]*[^”\s])\s*”(?!.*»)/g, '«\u00a0$1\u00a0»'],
  [/«[ \u00a0]*/g, '«\u00a0'],
  [/[ \u00a0]*»/g, '\u00a0»'],
  // A colon inside a word or a time is left alone.
  [/(?<=[\p{L}\p{N})\]’»…%€\ue000]):(?=[ \u00a0]|$)/gu, '\u00a0:'],
  [/(?<=[\p{L}\p{N})\]’»…%€\ue000])([;!?])(?![\p{L}\p{N}])/gu, '\u00a0$1'],
  [/ +(?=[:;!?%€])/g, '\u00a0'],
  [/(?<=\d)(?=€|%(?!\d))/g, '\u00a0'],
  [/(?<![\d.,]|\d[ \u00a0])(\d{1,3}) (?=\d{3}(?!\d))/g, '$1\u00a0'],
  [/(?<=\u00a0\d{3}) (?=\d{3}(?!\d))/g, '\u00a0'],
  [RegExp(`(?<=\\d|(?<!\\p{L})(?:${numbers})) (?=(?:${units})(?![\\p{L}\\d’]))`, 'giu'), '\u00a0'],
];

/** Sets a text, plain or HTML, in French typography; a text that is set already stays the same. */
export function typeset(text: string): string {
  if (text.includes(KEPT)) return text;
  const parts = text.match(kept) ?? [];
  const plain = text.replace(kept, KEPT).normalize('NFC');
  const set = rules.reduce((line, [pattern, better]) => line.replace(pattern, better), plain);
  return set.replace(/\ue000/g, () => parts.shift() ?? '');
}

/** Returns a text for comparisons, without typography or outer blanks. */
export function bare(text: string): string {
  return typeset(text.trim()).replaceAll('\u00a0', ' ');
}
