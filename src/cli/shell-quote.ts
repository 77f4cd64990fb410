/** A text as one word of a POSIX shell, whatever is in it. fish reads it so too, but for backslashes. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
