/** Names that the build replaces when an owner's sentence has them in braces, such as `{lieu}`. */
export const placeholders = ['lieu', 'ville', 'metier', 'delai', 'echange'] as const;

const known = placeholders.join('|');

/** Characters that no text of the site may hold, each with its remedy; the first that matches is reported. */
const faults: readonly (readonly [RegExp, string])[] = [
  // Letters of two or three bytes that were read in a wrong encoding.
  [
    /\ufffd|[ÂÃÄÅ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Ã |â[€‚]|ðŸ|ï[»¿]|√[©®†]|├/u,
    'il faut la vraie lettre (enregistrez le fichier en UTF-8)',
  ],
  [/\t/, 'il faut une espace'],
  [/[\n\r\v\f\u0085\u2028\u2029]/, 'il faut un texte sur une seule ligne'],
  // Joiners and variant selectors are allowed behind an emoji, where they change what is seen.
  [
    /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)[\u200d\ufe0f]|(?![\u200d\ufe0f])\p{Default_Ignorable_Code_Point}/u,
    'il faut le retirer : il ne se voit pas',
  ],
  [/[\p{Cc}\p{Co}\p{Cs}\u2800]/u, 'il faut le retirer : il ne se voit pas'],
  [/(?![ \u00a0\u202f])\p{Zs}/u, 'il faut une espace ordinaire'],
  [
    /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);|&(?:nbsp|amp|quot|lt|gt|[a-z](?:acute|grave|circ|uml|cedil))\b/i,
    'il faut le signe lui-même, sans code HTML',
  ],
  [/<[a-z/!?%][^>]*>?/i, 'il faut un texte sans balise'],
  [/\$\{[^}]*\}?|\{\{[^}]*\}*|%[{(]\w*[)}]/, 'il faut la valeur elle-même'],
  [
    RegExp(`\\{(?!(?:${known})\\})[^\\s}]*\\}?|(?<!\\{(?:${known}))\\}`),
    `il n’y a que ${placeholders.map((name) => `{${name}}`).join(', ')} entre accolades`,
  ],
  [
    /\*\*|__|~~|`|^#+ ?|^[-*+>] |!?\[[^\]]*\]\([^)]*\)|(?<![\p{L}\d])[*_](?=\S)[^*_]*[*_](?![\p{L}\d])/u,
    'il faut un texte sans Markdown',
  ],
  [/\\/, 'il faut un texte sans barre oblique inverse'],
  [/\p{L}\?\p{Ll}/u, 'il faut une lettre à la place du point d’interrogation'],
  // Only article 293 B of the tax code exempts a small firm from VAT.
  [/\b293[ \u00a0-]*(?!B\b)[A-Z]\b/, 'il faut « 293 B » (TVA, CGI, article 293 B)'],
  [/lorem ipsum/i, 'il faut votre texte à la place de ce faux texte'],
  [/\b(?:TODO|FIXME|TBD|X{3,})\b|\btodo ?:/, 'il faut votre texte à la place de ce pense-bête'],
  [/\bundefined\b|\bNaN\b|\[object \w+\]/, 'il faut la valeur qui manque'],
  [/[ \u00a0\u202f]{2,}/, 'il faut une seule espace'],
  [/^[ \u00a0\u202f]|[ \u00a0\u202f]$/, 'il faut un texte sans espace au début ni à la fin'],
];

/** Returns what is wrong with the characters of a text, as « contient … ; il faut … »; undefined when nothing is. */
export function textFault(text: string): string | undefined {
  for (const [pattern, remedy] of faults) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return `contient ${named(found)}\u00a0; ${remedy}`.replace(' : ', '\u00a0: ');
  }
  return undefined;
}

const placeholder = RegExp(`\\{(?:${known})\\}`);

/** Returns what is wrong with a text in which the build replaces nothing, so that braces are wrong too. */
export function plainTextFault(text: string): string | undefined {
  const found = placeholder.exec(text)?.[0];
  return found ? `contient ${named(found)}\u00a0; il faut ici les mots eux-mêmes` : textFault(text);
}

/** Names of characters that a terminal does not show. */
const names: readonly (readonly [RegExp, string])[] = [
  [/^[ \u00a0\u202f]$/, 'une espace de trop'],
  [/^[ \u00a0\u202f]+$/, 'plusieurs espaces de suite'],
  [/^\t$/, 'une tabulation'],
  [/^[\n\r\v\f\u0085\u2028\u2029]$/, 'un retour à la ligne'],
];

function named(found: string): string {
  const name = names.find(([pattern]) => pattern.test(found))?.[1];
  if (name) return name;
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(found) || found === '\u2800')
    return `le signe U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return `«\u00a0${found.length > 40 ? `${found.slice(0, 39)}…` : found}\u00a0»`;
}
