import { type ASTNode, BREAK, type DocumentNode, Kind, type OperationDefinitionNode, visit } from 'graphql';

const FRAGMENTS: readonly Kind[] = [Kind.FRAGMENT_DEFINITION, Kind.INLINE_FRAGMENT];

/**
 * Whether a valid document may be handed to the compiler, graphql-jit 0.8, which is sound for these only:
 * - no text in it: a string literal is written into the generated program, one that begins with a mark of the compiler's own as
 *   code (`objectStringify`); what varies has to come in variables, which never reach the program;
 * - variables that cannot be null and have no default: an argument that turns out to be null where it may not leaves a compiled
 *   mutation unanswered, and the default of such a variable is forgotten;
 * - one field in a mutation: of several it forgets some, after the first that fails;
 * - no condition (`@skip`, `@include`) beside fragments, named or inline: one use would have the condition of another, or none;
 * - nothing named `__proto__`: it would vanish from the answer.
 */
export function isCompilable(document: DocumentNode): boolean {
  const hasFragments = someNode(document, ({ kind }) => FRAGMENTS.includes(kind));
  return !someNode(
    document,
    (node) =>
      node.kind === Kind.STRING ||
      (node.kind === Kind.NAME && node.value === '__proto__') ||
      (node.kind === Kind.DIRECTIVE && hasFragments) ||
      (node.kind === Kind.OPERATION_DEFINITION && !isSound(node)),
  );
}

function isSound({ operation, selectionSet, variableDefinitions = [] }: OperationDefinitionNode): boolean {
  const [first, ...others] = selectionSet.selections;
  const hasOneField = first?.kind === Kind.FIELD && others.length === 0;
  const alwaysGiven = variableDefinitions.every(
    ({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined,
  );
  return alwaysGiven && (operation === 'query' || hasOneField);
}

function someNode(document: DocumentNode, matches: (node: ASTNode) => boolean): boolean {
  let found = false;
  visit(document, {
    enter(node) {
      if (!matches(node)) return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}
