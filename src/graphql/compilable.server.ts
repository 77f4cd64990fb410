import { BREAK, type DocumentNode, Kind, type OperationDefinitionNode, visit } from 'graphql';

/**
 * Whether a valid document may be handed to the compiler, graphql-jit 0.8, which is sound for these only:
 * - no text in it: a string literal is written into the generated program, one that begins with a mark of the compiler's own as
 *   code (`objectStringify`); what varies has to come in variables, which never reach the program;
 * - variables that cannot be null: an argument that turns out to be null where it may not leaves a compiled mutation unanswered;
 * - one field in a mutation: of several it forgets some, after the first that fails.
 */
export function isCompilable(document: DocumentNode): boolean {
  const sound = document.definitions.every(
    (definition) => definition.kind !== Kind.OPERATION_DEFINITION || isSound(definition),
  );
  return sound && !holdsText(document);
}

function isSound({ operation, selectionSet, variableDefinitions = [] }: OperationDefinitionNode): boolean {
  const [first, ...others] = selectionSet.selections;
  const hasOneField = first?.kind === Kind.FIELD && others.length === 0;
  const cannotBeNull = variableDefinitions.every(({ type }) => type.kind === Kind.NON_NULL_TYPE);
  return cannotBeNull && (operation === 'query' || hasOneField);
}

function holdsText(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    [Kind.STRING]: () => {
      found = true;
      return BREAK;
    },
  });
  return found;
}
