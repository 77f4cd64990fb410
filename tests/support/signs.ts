/** Returns the text that a table means: ⏎ is a line break, ⇥ a tabulation, `<U+202E>` that sign, `<120×é>` that many. */
export function typed(text: string): string {
  return text
    .replaceAll('⏎', '\n')
    .replaceAll('⇥', '\t')
    .replace(/<U\+([\dA-F]+)>/g, (_sign, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/<(\d+)×([^>]+)>/g, (_many, count, part) => part.repeat(Number(count)));
}

/** Returns a sign as its number, because nobody would see it, or would take it for another. */
export function numbered(sign: string): string {
  return `<U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}
