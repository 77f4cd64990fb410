import { expect, it, vi } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { contactMutation } from '../contact/mutation.ts';
import type { ReceiveMessage } from '../contact/receive.server.ts';
import { profileQuery } from '../profile/profile.ts';
import { firstProfile } from '../site.ts';
import { createEndpoint } from './endpoint.server.ts';
import { refusal } from './schema.server.ts';

const NEWER = 'application/graphql-response+json';
const message = { query: contactMutation, variables: { input: contactInput } };
const question = { query: profileQuery, variables: { id: 3 } };

function start(profile = firstProfile) {
  const read = vi.fn(() => profile);
  const receive = vi.fn<ReceiveMessage>(async () => ({ kind: 'accepted' }));
  const logger = { error: vi.fn() };
  const changed = Promise.withResolvers<() => void>();
  const endpoint = createEndpoint({
    logger,
    receive,
    profile: { get: read, onChange: changed.resolve },
    introspection: false,
  });
  const ask = async (request: object, accept?: string) => {
    const answer = await endpoint(JSON.stringify(request), accept, '192.0.2.1');
    return { ...answer, body: JSON.parse(`${answer.body}`) };
  };
  return { read, receive, logger, changed: changed.promise, ask };
}

it('START-4: a query is executed once, and again after the profile has changed', async () => {
  const { read, changed, ask } = start();
  const [first, again] = [await ask(question), await ask(question)];
  expect(first.body.data.getAdminPublicProfil.name).toBe(firstProfile.name);
  expect(first.headers['cache-control']).toBe('no-store');
  expect(again).toEqual(first);
  expect(read).toHaveBeenCalledTimes(1);
  (await changed)();
  await ask(question);
  expect(read).toHaveBeenCalledTimes(2);
});

it('answers are cached separately by variables, operation and media type', async () => {
  const { ask } = start();
  const query = 'query A { a: __typename } query B { b: __typename }';
  for (const operationName of ['A', 'B', 'A'])
    expect((await ask({ query, operationName })).body.data).toHaveProperty(operationName.toLowerCase());
  expect((await ask({ query: '{ c: __typename }', operationName: '' })).body.data).toHaveProperty('c');
  const [unknown] = (await ask({ query, operationName: 'C' })).body.errors;
  expect(unknown.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  expect((await ask(question, NEWER)).headers['content-type']).toBe(`${NEWER}; charset=utf-8`);
  expect((await ask(question)).headers['content-type']).toBe('application/json; charset=utf-8');
});

it('no error, no long answer and no message is cached', async () => {
  const { read, receive, ask } = start({ ...firstProfile, presentation: 'a'.repeat(20_000) });
  for (const request of [question, { ...question, variables: { id: 'trois' } }]) {
    await ask(request);
    await ask(request);
  }
  expect(read).toHaveBeenCalledTimes(2);
  for (const times of [1, 2]) {
    expect((await ask(message)).body).toEqual({ data: { postContactForm: { isSend: true } } });
    expect(receive).toHaveBeenCalledTimes(times);
    expect(receive).toHaveBeenLastCalledWith(contactInput, { address: '192.0.2.1', origin: 'api' });
  }
});

it('a failure that nobody foresaw is logged, and says nothing of itself', async () => {
  const { receive, logger, ask } = start();
  const err = new Error('disk of Zoé');
  receive.mockRejectedValue(err);
  const { status, body } = await ask(message);
  expect(logger.error).toHaveBeenCalledExactlyOnceWith({ err }, 'GraphQL request failed');
  const { message: said, extensions } = refusal('INTERNAL_SERVER_ERROR');
  expect({ status, body }).toEqual({
    status: 500,
    body: { errors: [{ message: said, extensions }], data: { postContactForm: null } },
  });
});

it('S3: the caches are emptied once they are full', async () => {
  const { read, ask } = start();
  for (let id = 0; id <= 200; id += 1) await ask({ ...question, id });
  await ask({ ...question, id: 0 });
  expect(read).toHaveBeenCalledTimes(202);
  for (const times of [203, 204]) {
    await ask({ ...question, query: profileQuery.padEnd(13_000) });
    expect(read, 'a long request').toHaveBeenCalledTimes(times);
  }
});
