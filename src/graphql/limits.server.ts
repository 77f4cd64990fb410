import { ApolloArmor } from '@escape.tech/graphql-armor';
import { NoSchemaIntrospectionCustomRule, specifiedRules, type ValidationRule } from 'graphql';
import { knownOperation } from './known-operation.server.ts';

/** Documents that are answered: `any` within the limits, or nothing but the site's `own` two, word for word. */
export type AcceptedDocuments = 'any' | 'own';

/** The policy of this site. With `own` no other program can use the API, the operator's and partners' included. */
export const acceptedDocuments: AcceptedDocuments = 'any';

/** Limits of one document; twice or more what the site's own two need. */
const limits = {
  // Levels of fields: a fragment is none.
  maxDepth: { n: 6, flattenFragments: true },
  maxAliases: { n: 5 },
  maxDirectives: { n: 10 },
  costLimit: { maxCost: 1000 },
} as const;

/** Checked while parsing, before anything is built from the document. */
export const MAX_TOKENS = 500;

/** An answer that takes longer is given up with 503. */
export const MAX_ANSWER_MS = 15_000;

/**
 * What a document is validated by: the limits, then GraphQL's own rules.
 * @param introspection whether the schema may be read
 */
export function validationRules(introspection: boolean): ValidationRule[] {
  const { validationRules: costly } = new ApolloArmor(limits).protect();
  const closed = introspection ? [] : [NoSchemaIntrospectionCustomRule];
  return [...costly, ...specifiedRules, knownOperation, ...closed];
}
