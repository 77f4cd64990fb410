import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLFieldResolver, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import type { ContactIntake } from '../contact/receive.server.ts';
import type { Profile } from '../profile/profile.ts';
import { contactRefusal } from './contact-refusal.server.ts';
import { refusal } from './errors.server.ts';
import type { ProfilesRead } from './kept-answers.server.ts';

/** What the resolvers need. */
export interface GraphQLDependencies {
  /** The profile with this id, null when there is none. */
  profile(id: number): Profile | null;
  contact: ContactIntake;
}

/** What each request brings. */
export interface RequestContext {
  /** Address of the client, by the trusted proxies. */
  address: string;
}

/** What a run has: its request, and the profiles that it has read so far. */
interface RunContext extends RequestContext {
  read: ProfilesRead;
}

const typeDefs = readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8');

/** The executable schema of `schema.graphql`: its text, and a resolver for each of its two fields. */
export function createGraphQLSchema({ profile, contact }: GraphQLDependencies): GraphQLSchema {
  const schema = buildSchema(typeDefs);
  resolve(schema.getQueryType(), 'getAdminPublicProfil', (_parent, { id }, { read }) => {
    const found = profile(id);
    read.set(id, found);
    return found;
  });
  resolve(schema.getMutationType(), 'postContactForm', (_parent, { input }, context) =>
    postContactForm(contact, input, context),
  );
  return schema;
}

type Resolver = GraphQLFieldResolver<unknown, RunContext>;

function resolve(type: GraphQLObjectType | null | undefined, name: string, resolver: Resolver): void {
  const field = type?.getFields()[name];
  if (!field) throw new Error(`schema.graphql has no field ${name}`);
  field.resolve = resolver;
}

async function postContactForm(
  contact: ContactIntake,
  input: Record<string, unknown>,
  { address }: RunContext,
) {
  const result = await contact.receive(input, { address, origin: 'api' });
  switch (result.kind) {
    case 'accepted':
      return { isSend: true };
    case 'invalid':
      throw contactRefusal(result.errors);
    case 'limited':
      throw refusal('CONTACT_RATE_LIMITED', {}, { 'retry-after': String(result.retryAfterSeconds) });
    case 'overloaded':
      throw refusal('SERVICE_OVERLOADED', {}, { 'retry-after': String(result.retryAfterSeconds) });
  }
}
