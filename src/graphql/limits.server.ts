import { type DocumentNode, Kind, type SelectionSetNode, visit } from 'graphql';

/** Each limit is at least twice what the site's own two documents need. */
const MAX = { levels: 6, aliases: 5, directives: 10 };
export const MAX_TOKENS = 500;

/**
 * Tells whether a document asks for too much.
 * @param document a valid one, so no fragment contains itself
 */
export function exceedsLimits(document: DocumentNode): boolean {
  const found: string[] = [];
  visit(document, {
    enter(node) {
      if (node.kind === Kind.DIRECTIVE) found.push('directive');
      if (node.kind === Kind.FIELD && node.alias) found.push('alias');
    },
  });
  const countOf = (what: string) => found.filter((each) => each === what).length;
  const levels = Math.max(...levelsOfEach(document));
  return levels > MAX.levels || countOf('alias') > MAX.aliases || countOf('directive') > MAX.directives;
}

/** Returns the depth of nested fields and fragments for each definition. */
function levelsOfEach({ definitions }: DocumentNode): number[] {
  const fragments = new Map<string, SelectionSetNode>();
  for (const each of definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each.selectionSet);
  // The depth of each selection is kept, so that a fragment used twenty times is visited once.
  const known = new Map<SelectionSetNode, number>();
  const levelsOf = (set: SelectionSetNode | undefined): number => {
    if (!set) return 0;
    const levels =
      known.get(set) ??
      Math.max(
        ...set.selections.map(
          (each) => 1 + levelsOf('selectionSet' in each ? each.selectionSet : fragments.get(each.name.value)),
        ),
      );
    known.set(set, levels);
    return levels;
  };
  return definitions.map((each) => ('selectionSet' in each ? levelsOf(each.selectionSet) : 0));
}
