import { describe, expect, it } from 'vitest';
import { askWritten } from '../../tests/security/raw-http.ts';
import { expectApproved } from '../../tests/support/approved.ts';
import { contactInput } from '../../tests/support/contact.ts';
import { postGraphQL, serverForAll, serverForTest } from '../../tests/support/server.ts';
import { contactMutation } from '../contact/mutation.ts';
import { profileQuery } from '../profile/profile.ts';
import { apiErrors } from '../words/errors.ts';

const server = serverForAll();

const valid = JSON.stringify({ query: profileQuery, variables: { id: 3 } });
const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

const MAX_ANSWER_BYTES = 64 * 1024;
/** Limit of processor time, which other work on the machine does not change. */
const MAX_ANSWER_MS = 150;
const leaks = /node_modules|\/src\/|\.ts:|\bat \w+ \(|Did you mean|sqlite|(?<!Syntax )Error:|stack/i;

/** Posts a body as a hostile client does; returns the status and the answer, which has to be small, quick and in our words. */
async function post(given: string): Promise<string> {
  const request = `POST /graphql | content-type: application/json || ${given}`;
  const began = process.cpuUsage();
  const { status, text } = await askWritten(server.url, request);
  const { user, system } = process.cpuUsage(began);
  const name = given.slice(0, 80);
  expect((user + system) / 1000, name).toBeLessThan(MAX_ANSWER_MS);
  expect(text.length, name).toBeLessThan(MAX_ANSWER_BYTES);
  expect(text).not.toMatch(leaks);
  const { data, errors } = JSON.parse(text);
  expect(Object.values(data ?? {}).every((value) => value === null)).toBe(true);
  // Few errors may be composed, because each costs as much as the whole input is long.
  expect(errors.length, name).toBeLessThanOrEqual(6);
  // The words must be ours, because GraphQL's repeat the input and hint at names.
  for (const { message, extensions } of errors)
    expect(message).toBe(apiErrors[extensions.code as keyof typeof apiErrors]);
  return [
    status,
    ...errors.map(({ extensions }: { extensions: unknown }) => JSON.stringify(extensions)),
  ].join(' ');
}

describe('FORM-8, API-4: a hostile request', () => {
  it('is refused as approved, cleanly', () => expectApproved('hostile.approved.txt', post));

  const unknown = Object.fromEntries(Array.from({ length: 2_800 }, (_, n) => [n.toString(36), 1]));

  it.each<[string, string, object?]>([
    ['unknown fields', `{ ${times(400, (n) => `getAdminProfil${n}`)} }`],
    ['unknown input fields', contactMutation, unknown],
    ['a message with unknown input fields', contactMutation, { ...contactInput, ...unknown }],
  ])('of %s is refused too', async (_what, query, input) => {
    expect(await post(JSON.stringify({ query, variables: { input } }))).toMatch(/^[24]00 /);
  });

  it('has stored nothing, and the profile is there as before', async () => {
    expect(await server.storage.db.selectFrom('message').select('id').execute()).toEqual([]);
    const { body } = await postGraphQL(server.url, JSON.parse(valid));
    expect(body.data.getAdminPublicProfil.name).toEqual(expect.any(String));
  });
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
