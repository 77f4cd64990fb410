import { describe, expect, it } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { postGraphQL, serverForAll, serverForTest } from '../../tests/support/server.ts';
import { contactMutation } from '../contact/mutation.ts';
import { profileQuery } from '../profile/profile.ts';
import { apiErrors } from '../words/errors.ts';

const server = serverForAll();

interface Hostile {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

const json = (value: unknown): Hostile => ({ body: JSON.stringify(value) });
const query = (text: string, variables?: unknown): Hostile => json({ query: text, variables });
const send = (changes: Record<string, unknown>) =>
  query(contactMutation, { input: { ...contactInput, ...changes } });
const valid = JSON.stringify({ query: profileQuery, variables: { id: 3 } });
const OTHER = { origin: 'https://autre.example' };
/** Nearly the largest body that is read, in bytes. */
const KIB_30 = 30 * 1024;
const marks = `${'\u0300'.repeat(KIB_30 / 4)}${'\u0316'.repeat(KIB_30 / 4)}`;
const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');
const six = ['a:', 'b:', 'c:', 'd:', 'e:', ''].map(
  (alias) => `${alias} postContactForm(input: $input) { isSend }`,
);
const unknownFields = Object.fromEntries(Array.from({ length: 2_800 }, (_, n) => [n.toString(36), 1]));

const hostile: Record<string, Hostile> = {
  'GET with a mutation': { method: 'GET', path: `/graphql?query=${encodeURIComponent(contactMutation)}` },
  OPTIONS: { method: 'OPTIONS', headers: { ...OTHER, 'access-control-request-method': 'POST' } },
  'no content type': { body: new TextEncoder().encode(valid), headers: { 'content-type': '' } },
  'from a look-alike': { body: valid, headers: { origin: 'http://127.0.0.1.autre.example' } },
  'empty body': { body: '' },
  'cut JSON': { body: valid.slice(0, -10) },
  null: json(null),
  'a batch of a hundred': json(Array(100).fill({ query: '{ __typename }' })),
  'query a number': json({ query: 1 }),
  'query empty': json({ query: '' }),
  'unknown key': json({ query: '{ __typename }', evil: true }),
  'variables an array': json({ query: '{ __typename }', variables: [] }),
  'variables a text': json({ query: '{ __typename }', variables: 'a' }),
  'two operations, none named': query('query a { __typename } query b { __typename }'),
  'persisted query': json({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
  'syntax error': query('{'),
  'nearly a field': query('{ getAdminPublicProfi(id: 3) { name } }'),
  'id an object': query('query ($id: Int!) { getAdminPublicProfil(id: $id) { name } }', { id: { $gt: 0 } }),
  'introspection of the schema': query('{ __schema { types { name } } }'),
  'deep list value': query(`{ getAdminPublicProfil(id: ${'['.repeat(400)}${']'.repeat(400)}) { name } }`),
  'circular fragments': query('{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'),
  'long name': query(`{ ${'a'.repeat(KIB_30)} }`),
  'unknown fields': query(`{ ${times(400, (n) => `getAdminProfil${n}`)} }`),
  'operation with a line break': json({ query: 'query A { __typename }', operationName: 'A\n' }),
  'id of spaces': query(`{ getAdminPublicProfil(id: "${' '.repeat(KIB_30)}") { name } }`),
  'message of marks': send({ message: marks }),
  'message of marks that nothing parts': send({ message: `${'\u0300'.repeat(20)}\u200b`.repeat(700) }),
  'six messages of marks': query(`mutation ($input: ContactFormInput!) { ${six.join(' ')} }`, {
    input: { ...contactInput, message: marks },
  }),
  'fullname an object': send({ fullname: { $ne: '' } }),
  'unknown input fields': query(contactMutation, { input: unknownFields }),
  'a message with unknown input fields': send(unknownFields),
  'input null': query(contactMutation, { input: null }),
  'prototype key': {
    body: `{"query":${JSON.stringify(contactMutation)},"variables":{"input":{"__proto__":{"fullname":"Ada"}}}}`,
  },
  'mutation asked as a query': query('query { postContactForm(input: {}) { isSend } }'),
  'email with a line break': send({ email: 'ada@exemple.fr\nBcc: x@y.fr' }),
  'subject with a line break': send({ subject: 'Autre question ou remarque\r\nBcc: x@y.fr' }),
};

const MAX_ANSWER_BYTES = 64 * 1024;
/** Limit of processor time, which other work on the machine does not change. */
const MAX_ANSWER_MS = 150;
const leaks = /node_modules|\/src\/|\.ts:|\bat \w+ \(|Did you mean|sqlite|(?<!Syntax )Error:|stack/i;

describe('API-4: a hostile request', () => {
  it.each(Object.entries(hostile))('%s: refused cleanly', async (_name, asked) => {
    const { method = 'POST', path = '/graphql', headers = {}, body } = asked;
    const began = process.cpuUsage();
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(MAX_ANSWER_MS);
    expect(text.length).toBeLessThan(MAX_ANSWER_BYTES);
    expect(text).not.toMatch(leaks);
    if (response.status < 400) {
      const { data, errors } = JSON.parse(text);
      expect(errors.length).toBeGreaterThan(0);
      // Few errors may be composed, because each costs as much as the whole input is long.
      expect(errors.length).toBeLessThanOrEqual(6);
      expect(Object.values(data ?? {}).every((value) => value === null)).toBe(true);
      // The words must be ours, because GraphQL's repeat the input and hint at names.
      for (const { message, extensions } of errors)
        expect(message).toBe(apiErrors[extensions.code as keyof typeof apiErrors]);
    }
    expect(response.status).toBeLessThan(500);
  });

  it('has stored nothing, and the profile is there as before', async () => {
    expect(await server.storage.db.selectFrom('message').select('id').execute()).toEqual([]);
    const { body } = await postGraphQL(server.url, JSON.parse(valid));
    expect(body.data.getAdminPublicProfil.name).toEqual(expect.any(String));
  });
});

it('API-2: a document with a fragment for each type is accepted', async () => {
  const text = `{ getAdminPublicProfil(id: 3) { ...Profile } }
    fragment Profile on AdminPublicProfil { name projects { ...Shown } }
    fragment Shown on Project { name ... on Project { description } }`;
  const { body } = await postGraphQL(server.url, { query: text });
  expect(body.errors).toBeUndefined();
  expect(body.data.getAdminPublicProfil.projects[0]).toHaveProperty('description');
});

it('an operation of an unknown kind never runs, whatever the media type', async () => {
  const headers = { accept: 'application/graphql-response+json' };
  const answer = await postGraphQL(server.url, { query: 'subscription { __typename }' }, headers);
  expect(answer.status).toBe(400);
  expect(answer.body).not.toHaveProperty('data');
  expect(answer.body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
});

const ofTypes = (count: number) => times(count, () => 'ofType {');

/** Valid documents with this many tokens, aliases, directives or levels, so that only the limit refuses them. */
const limits: readonly [most: number, what: string, documentOf: (count: number) => string][] = [
  [500, 'tokens', (count) => `{ ${times(count - 2, () => '__typename')} }`],
  [5, 'aliases', (count) => `{ ${times(count, (n) => `a${n}: getAdminPublicProfil(id: 3) { name }`)} }`],
  [10, 'directives', (count) => `{ ${times(count, () => '__typename @include(if: true)')} }`],
  [
    6,
    'levels',
    (count) => `{ __type(name: "Query") { fields { type { ${ofTypes(count - 4)} name ${'} '.repeat(count)}`,
  ],
];

it('S3: a fragment counts as deep as it is used, and two to the fortieth spreads cost nothing', async () => {
  const { url } = await serverForTest({}, true);
  const chain = (count: number) =>
    `{ __type(name: "Query") { fields { type { ...f0 } } } } ${times(count, (n) => `fragment f${n} on __Type { ofType { ...f${n + 1} } }`)} fragment f${count} on __Type { name }`;
  expect((await postGraphQL(url, { query: chain(0) })).body).not.toHaveProperty('errors');
  expect((await postGraphQL(url, { query: chain(1) })).body).not.toHaveProperty('data');
  const bomb = `{ ...f0 } ${times(40, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`)} fragment f40 on Query { __typename }`;
  const began = process.cpuUsage();
  expect((await postGraphQL(url, { query: bomb })).body).not.toHaveProperty('data');
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(MAX_ANSWER_MS);
});

it.each(limits)('S3: %i %s are answered, one more is refused', async (most, _what, documentOf) => {
  // Only introspection has so many levels, and only development allows it.
  const { url } = await serverForTest({}, true);
  expect((await postGraphQL(url, { query: documentOf(most) })).body).not.toHaveProperty('errors');
  expect((await postGraphQL(url, { query: documentOf(most + 1) })).body).not.toHaveProperty('data');
});
