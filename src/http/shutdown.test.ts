import { once } from 'node:events';
import { expect, it } from 'vitest';
import { postGraphQL, startTestServer } from '../../tests/support/server.ts';
import { profileQuery } from '../startup/profile-query.ts';

it('R9: told to stop behind a proxy, answers a while longer, each answer the last of its connection', async () => {
  const server = await startTestServer({ TRUST_PROXY: '1' });
  expect((await fetch(server.url)).headers.get('connection')).toBe('keep-alive');
  const closed = once(server.app.server, 'close');
  const stopped = server.stop();
  const answers = await Promise.all([
    fetch(`${server.url}/`),
    postGraphQL(server.url, { query: profileQuery, variables: { id: 1 } }),
    fetch(`${server.url}/readyz`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 503]);
  expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(Array(3).fill('close'));
  await stopped;
  await closed;
});
