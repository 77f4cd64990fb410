/** A text as one word of a POSIX shell, whatever is in it; bash, zsh and fish read it alike. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
