/** A paragraph, a list, or values with labels, some of which are links. */
export type ReadingBlock = string | { list: readonly string[] } | { facts: readonly Fact[] };

/** A numbered section of a page of text; a link can name its id. */
export interface ReadingSection {
  id: string;
  title: string;
  blocks: readonly ReadingBlock[];
}

export interface Fact {
  label: string;
  value: string;
  href?: string;
}
