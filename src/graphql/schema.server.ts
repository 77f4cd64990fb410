import { readFileSync } from 'node:fs';
import { createSchema } from 'graphql-yoga';
import { contactErrorText } from '../contact/error-text.ts';
import type { ContactDoor } from '../contact/receive.server.ts';
import type { ContactError } from '../contact/rules.ts';
import type { Profile } from '../profile/profile.ts';
import { refusal } from './errors.server.ts';

/** What the resolvers need. */
export interface GraphQLDependencies {
  /** The profile with this id, null when there is none. */
  profile(id: number): Profile | null;
  contact: ContactDoor;
}

/** What each request brings. */
export interface RequestContext {
  /** Address of the client, by the trusted proxies. */
  address: string;
}

const typeDefs = readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8');

/** The executable schema of `schema.graphql`. */
export function createGraphQLSchema({ profile, contact }: GraphQLDependencies) {
  return createSchema<RequestContext>({
    typeDefs,
    resolvers: {
      Query: {
        getAdminPublicProfil: (_parent: unknown, { id }: { id: number }) => profile(id),
      },
      Mutation: {
        postContactForm: (
          _parent: unknown,
          { input }: { input: Record<string, unknown> },
          context: RequestContext,
        ) => postContactForm(contact, input, context),
      },
    },
  });
}

async function postContactForm(
  contact: ContactDoor,
  input: Record<string, unknown>,
  { address }: RequestContext,
) {
  const result = await contact.receive(input, { address, origin: 'api' });
  switch (result.kind) {
    case 'accepted':
      return { isSend: true };
    case 'invalid':
      throw refusal('CONTACT_INVALID', { fields: result.errors.map(withWords) });
    case 'limited':
      throw refusal('CONTACT_RATE_LIMITED', {}, { 'retry-after': String(result.retryAfterSeconds) });
    case 'overloaded':
      throw refusal('SERVICE_OVERLOADED', {}, { 'retry-after': String(result.retryAfterSeconds) });
  }
}

function withWords(error: ContactError) {
  return { ...error, message: contactErrorText(error.code) };
}
