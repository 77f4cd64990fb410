import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  parse,
  type ValidationRule,
  validate,
} from 'graphql';
import { createRecentlyUsed } from '../config/recently-used.ts';
import { whenNeeded } from '../config/when-needed.server.ts';
import { isCompilable } from './compilable.server.ts';
import { MAX_TOKENS } from './limits.server.ts';

/** Runs one operation of a document. */
export type Run = (
  context: unknown,
  variables: Record<string, unknown>,
) => ExecutionResult | Promise<ExecutionResult>;

/** A document that was parsed and validated: it can be run, or it is wrong. */
export type Prepared = { run: Run } | { errors: readonly GraphQLError[] };

/** When a document first comes again. */
const compiler = whenNeeded<typeof import('graphql-jit')>('graphql-jit');

/** Documents and characters of a document that are kept; clients that send more variety have theirs parsed again. */
const KEPT_DOCUMENTS = 200;
const KEPT_LENGTH = 4000;

/**
 * Gives a function that prepares documents. The first run of a document is interpreted; from the second on it is compiled where
 * that is sound, so that documents which come only once never cost a compilation. The one that came last is forgotten last.
 */
export function createPreparedDocuments(schema: GraphQLSchema, rules: readonly ValidationRule[]) {
  const kept = createRecentlyUsed<Prepared>(KEPT_DOCUMENTS);

  return function prepare(query: string, operationName: string | undefined): Prepared {
    const key = `${operationName ?? ''}\n${query}`;
    const known = kept.get(key);
    if (known) return known;
    const document = checkedDocument(schema, rules, query);
    if ('errors' in document) return document;
    const first = interpreted(schema, document, operationName);
    if (key.length <= KEPT_LENGTH) {
      const later = isCompilable(document) ? compiledWhenRun(schema, document, operationName, first) : first;
      kept.set(key, { run: later });
    }
    return { run: first };
  };
}

function checkedDocument(
  schema: GraphQLSchema,
  rules: readonly ValidationRule[],
  query: string,
): DocumentNode | { errors: readonly GraphQLError[] } {
  try {
    const document = parse(query, { maxTokens: MAX_TOKENS });
    const errors = validate(schema, document, rules, { maxErrors: 5 });
    return errors.length > 0
      ? { errors: errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED')) }
      : document;
  } catch (error) {
    // The parser throws, and so do the limits.
    if (error instanceof GraphQLError) return { errors: [coded(error, 'GRAPHQL_PARSE_FAILED')] };
    throw error;
  }
}

function coded(error: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    extensions: { code },
  });
}

function interpreted(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): Run {
  return (contextValue, variableValues) =>
    execute({ schema, document, contextValue, variableValues, operationName });
}

/** Compiles the operation at its first run; one that cannot be compiled is interpreted. */
function compiledWhenRun(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  interpret: Run,
): Run {
  let run: Run | undefined;
  return (context, variables) => {
    run ??= compiled(schema, document, operationName, interpret) ?? interpret;
    return run(context, variables);
  };
}

function compiled(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  interpret: Run,
): Run | undefined {
  const { compileQuery, isCompiledQuery } = compiler();
  const compilation = compileQuery(schema, document, operationName, { disablingCapturingStackErrors: true });
  if (!isCompiledQuery(compilation)) return undefined;
  return (context, variables) => {
    const result = compilation.query(undefined, context, variables);
    // A variable is wrong and nothing ran: the compiler has other words for it, and names variables that do not exist.
    return 'errors' in result && !('data' in result) ? interpret(context, variables) : result;
  };
}
