import { expect, it, vi } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { contactMutation } from '../contact/mutation.ts';
import { exampleProfile } from '../content/example-profile.ts';
import type { Profile } from '../profile/profile.ts';
import { profileQuery } from '../startup/profile-query.ts';
import type { Answer } from './answer.server.ts';
import { createEngine } from './engine.server.ts';

const question = { query: profileQuery, variables: { id: 3 } };

function start(profiles = new Map<number, Profile>([[3, exampleProfile]])) {
  const receive = vi.fn(async () => ({ kind: 'accepted' }) as const);
  const engine = createEngine({
    logger: { error: vi.fn() } as never,
    contact: { receive },
    profile: (id) => profiles.get(id) ?? null,
    introspection: false,
  });
  const ask = (request: unknown, accept?: string) =>
    engine(JSON.stringify(request), accept, { address: '192.0.2.1' });
  /** An answer that was there at once. */
  const told = (request: unknown, accept?: string) => ask(request, accept) as Answer;
  return { profiles, receive, ask, told };
}

/** Asked twice, whether the second answer is the first one again. */
function isKept({ told }: ReturnType<typeof start>, request: unknown) {
  const first = told(request);
  return told(request) === first;
}

it('the answer of a query is made once', () => {
  const engine = start();
  expect(JSON.parse(engine.told(question).body).data.getAdminPublicProfil.name).toBe(exampleProfile.name);
  expect(isKept(engine, question)).toBe(true);
});

it('START-4: a changed profile is answered at once, and so is one that is gone or there for the first time', () => {
  const { profiles, told } = start();
  const both = {
    query:
      'query ($id: Int!) { a: getAdminPublicProfil(id: $id) { name } b: getAdminPublicProfil(id: 4) { name } }',
    variables: { id: 3 },
  };
  const answers = () => JSON.parse(told(both).body).data;
  expect(answers()).toEqual({ a: { name: exampleProfile.name }, b: null });
  profiles.set(4, exampleProfile);
  expect(answers().b).toEqual({ name: exampleProfile.name });
  profiles.set(4, { ...exampleProfile, name: 'Autre Nom' });
  expect(answers().b).toEqual({ name: 'Autre Nom' });
  profiles.delete(3);
  expect(answers().a).toBeNull();
});

it('each question has an answer of its own: by variables, name of the operation and media type', () => {
  const { told } = start();
  const query =
    'query A ($id: Int!) { getAdminPublicProfil(id: $id) { name } } query B ($id: Int!) { b: __typename getAdminPublicProfil(id: $id) { metier } }';
  const asked = [
    { query, operationName: 'A', variables: { id: 3 } },
    { query, operationName: 'B', variables: { id: 3 } },
    { query, operationName: 'A', variables: { id: 4 } },
  ];
  const bodies = [1, 2].map(() => asked.map((request) => told(request).body));
  expect(bodies[1]).toEqual(bodies[0]);
  expect(new Set(bodies[0]).size).toBe(3);
  const newer = told(asked[0], 'application/graphql-response+json');
  expect(newer.headers['content-type']).toMatch(/^application\/graphql-response\+json/);
});

it('an answer with an error is made anew', () => {
  const engine = start();
  expect(isKept(engine, { query: '{ nothing }' })).toBe(false);
  expect(isKept(engine, { ...question, variables: { id: 'three' } })).toBe(false);
});

it('API-3: a message sent twice is received twice, its fields in one variable or in one each', async () => {
  const { receive, ask } = start();
  const fields = Object.keys(contactInput);
  const single = `mutation (${fields.map((name) => `$${name}: String!`).join(' ')}) { postContactForm(input: {
    ${fields.map((name) => `${name}: $${name}`).join(' ')} }) { isSend } }`;
  for (const request of [
    { query: contactMutation, variables: { input: contactInput } },
    { query: single, variables: contactInput },
  ]) {
    receive.mockClear();
    for (let time = 1; time <= 3; time += 1) {
      const { body } = await ask(request);
      expect(JSON.parse(body)).toEqual({ data: { postContactForm: { isSend: true } } });
      expect(receive).toHaveBeenCalledTimes(time);
    }
  }
});

it('two hundred answers are kept, the one asked for least recently is forgotten first', () => {
  const engine = start();
  const numbered = (number: number) => ({ query: `{ a${number}: __typename }` });
  const answers = Array.from({ length: 200 }, (_, number) => engine.told(numbered(number)));
  expect(engine.told(numbered(0))).toBe(answers[0]);
  engine.told(numbered(200));
  expect(engine.told(numbered(0))).toBe(answers[0]);
  expect(engine.told(numbered(2))).toBe(answers[2]);
  expect(engine.told(numbered(1))).not.toBe(answers[1]);
});

it('what is very long is not kept', () => {
  const long = { ...exampleProfile, presentation: 'a'.repeat(20_000) };
  expect(isKept(start(new Map([[3, long]])), question)).toBe(false);
  expect(isKept(start(), { query: `{ __typename } # ${'a'.repeat(20_000)}` })).toBe(false);
});
