import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postGraphQL, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { contactMutation } from '../contact/mutation.ts';
import { contactSubjects } from '../content/specified-form-texts.ts';
import { profileQuery } from '../startup/profile-query.ts';
import type { AcceptedDocuments } from './limits.server.ts';

const profile = { query: profileQuery, variables: { id: 3 } };
const message = {
  query: contactMutation,
  variables: {
    input: {
      fullname: 'Ada Exemple',
      email: 'ada@exemple.fr',
      subject: contactSubjects[0],
      phone: '',
      message: 'Un message de plus de dix caractères.',
    },
  },
};
const others = {
  'another field list': { query: '{ getAdminPublicProfil(id: 3) { name } }' },
  'the same with a space more': { ...profile, query: `${profileQuery} ` },
  'both in one': {
    ...profile,
    query: `${profileQuery} ${contactMutation}`,
    operationName: 'getAdminPublicProfil',
  },
  'no field at all': { query: '{ __typename }' },
  'what is no GraphQL': { query: 'bonjour' },
};

let server: TestServer;

function describeMode(mode: AcceptedDocuments | undefined, tests: () => void) {
  describe(`accepted documents: ${mode ?? 'as shipped'}`, () => {
    beforeAll(async () => {
      server = await startTestServer({}, false, mode ? { acceptedDocuments: mode } : {});
    });
    afterAll(() => server.stop());

    it('answers the two documents of the site', async () => {
      const asked = await postGraphQL(server.url, profile);
      expect(asked.body.data.getAdminPublicProfil.name).toEqual(expect.any(String));
      const sent = await postGraphQL(server.url, message);
      expect(sent.body).toEqual({ data: { postContactForm: { isSend: true } } });
    });

    it('an empty name of an operation is none, whether the document is interpreted or compiled', async () => {
      for (let run = 0; run < 3; run += 1) {
        // A variable that nobody asks for: another question, for which no answer is kept.
        const asked = { ...profile, variables: { ...profile.variables, run }, operationName: '' };
        const { body } = await postGraphQL(server.url, asked);
        expect(body.data.getAdminPublicProfil.name).toEqual(expect.any(String));
      }
    });
    tests();
  });
}

describeMode('own', () => {
  it.each(Object.entries(others))('refuses %s', async (_name, document) => {
    const { status, body } = await postGraphQL(server.url, document);
    expect(status).toBe(403);
    expect(body).toEqual({
      errors: [
        {
          message: 'Cette API ne répond qu’aux deux requêtes de son propre site.',
          extensions: { code: 'DOCUMENT_REFUSED' },
        },
      ],
    });
  });
});

describeMode(undefined, () => {
  it('answers the documents of other programs', async () => {
    for (const name of ['another field list', 'the same with a space more', 'no field at all'] as const) {
      const { status, body } = await postGraphQL(server.url, others[name]);
      expect({ status, errors: body.errors }, name).toEqual({ status: 200, errors: undefined });
    }
  });
});
