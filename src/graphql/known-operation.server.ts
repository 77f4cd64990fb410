import { GraphQLError, type ValidationRule } from 'graphql';

/**
 * Refuses an operation of a kind that the schema does not have (GraphQL, 5.2.1.1): the library finds that out only as it runs it,
 * and the document would be answered as one that ran.
 */
export const knownOperation: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    const message = `Schema is not configured for ${node.operation} operations.`;
    context.reportError(new GraphQLError(message, { nodes: node }));
  },
});
