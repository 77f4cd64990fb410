import { readFileSync } from 'node:fs';

/** The site's own contract: every server answers the same schema with the same profile. */
export const typeDefs = readFileSync(new URL('../../../src/graphql/schema.graphql', import.meta.url), 'utf8');

/** The site's own answer to the profile query, byte for byte; ANSWER_FILE is written by the bench. */
export const answer = readFileSync(process.env.ANSWER_FILE, 'utf8');

const profile = JSON.parse(answer).data.getAdminPublicProfil;

/** @param {(input: Record<string, string>) => unknown} store keeps a message */
export function resolvers(store) {
  return {
    Query: { getAdminPublicProfil: (_parent, { id }) => (id === 3 ? profile : null) },
    Mutation: {
      postContactForm: async (_parent, { input }) => {
        await store(input);
        return { isSend: true };
      },
    },
  };
}

/** Where each server listens. */
export const address = { host: '127.0.0.1', port: Number(process.env.PORT) };
