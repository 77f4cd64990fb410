import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLFieldResolver, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import type { ReceiveMessage } from '../contact/receive.server.ts';
import type { CurrentProfile } from '../profile/current-profile.server.ts';
import { ADMINISTRATOR_ID } from '../profile/profile.ts';
import { contactRefusal } from './contact-refusal.server.ts';
import { refusal } from './errors.server.ts';

/** The data behind the two fields of the API. */
export interface GraphQLDependencies {
  profile: Pick<CurrentProfile, 'get'>;
  receive: ReceiveMessage;
}

/** Carries the client's address to the resolvers, and `retryAfter` back. */
export interface RequestContext {
  /** Address of the client, past the trusted proxies. */
  address: string;
  /** Seconds after which the client may ask again. */
  retryAfter?: number;
}

type Resolver = GraphQLFieldResolver<unknown, RequestContext>;

const typeDefs = readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8');

/** Builds the schema of `schema.graphql` with a resolver for each of its two fields. */
export function createGraphQLSchema({ profile, receive }: GraphQLDependencies): GraphQLSchema {
  const schema = buildSchema(typeDefs);
  setResolver(schema.getQueryType(), 'getAdminPublicProfil', (_parent, { id }) =>
    id === ADMINISTRATOR_ID ? profile.get() : null,
  );
  setResolver(schema.getMutationType(), 'postContactForm', async (_parent, { input }, context) => {
    const result = await receive(input, { address: context.address, origin: 'api' });
    if (result.kind === 'accepted') return { isSend: true };
    if (result.kind === 'invalid') throw contactRefusal(result.errors);
    context.retryAfter = result.retryAfterSeconds;
    throw refusal(result.kind === 'limited' ? 'CONTACT_RATE_LIMITED' : 'SERVICE_OVERLOADED');
  });
  return schema;
}

function setResolver(type: GraphQLObjectType | null | undefined, name: string, resolver: Resolver): void {
  const field = type?.getFields()[name];
  if (!field) throw new Error(`schema.graphql has no field ${name}`);
  field.resolve = resolver;
}
