/** A block of a section: a paragraph, a list, or values with labels, some of them links. */
export type ReadingBlock = string | { list: readonly string[] } | { facts: readonly Fact[] };

/** A numbered section of a reading page; a link can name its id. */
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
