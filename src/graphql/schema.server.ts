import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import type { ContactSource, ReceiveMessage } from '../contact/receive.server.ts';
import type { CurrentProfile } from '../profile/current-profile.server.ts';
import { ADMINISTRATOR_ID } from '../profile/profile.ts';
import { contactRefusal } from './contact-refusal.server.ts';
import { RetryLater } from './errors.server.ts';

/** The data behind the two fields of the API. */
export interface GraphQLDependencies {
  profile: Pick<CurrentProfile, 'get'>;
  receive: ReceiveMessage;
}

/** The schema of the API, without resolvers. */
export const schema = buildSchema(readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8'));

/** Creates the resolvers of the API's two fields: graphql-js calls them as methods of the root value. */
export function createResolvers({ profile, receive }: GraphQLDependencies) {
  return {
    getAdminPublicProfil: ({ id }: { id: number }) => (id === ADMINISTRATOR_ID ? profile.get() : null),
    async postContactForm(
      { input }: { input: Record<string, unknown> },
      { address }: Pick<ContactSource, 'address'>,
    ) {
      const result = await receive(input, { address, origin: 'api' });
      if (result.kind === 'accepted') return { isSend: true };
      if (result.kind === 'invalid') throw contactRefusal(result.errors);
      const code = result.kind === 'limited' ? 'CONTACT_RATE_LIMITED' : 'SERVICE_OVERLOADED';
      throw new RetryLater(code, result.retryAfterSeconds);
    },
  };
}
