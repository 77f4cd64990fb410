/** Sets a text in French typography. */
export function typeset(text: string): string {
  return text;
}
