import { expect, it } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { plainSite } from '../../tests/support/server.ts';
import { serverForTest } from '../../tests/support/shared-server.ts';

// src/start-render.test.ts tests the page itself.
const site: typeof plainSite = {
  ...plainSite,
  render: async ({ contactResult = null }) => JSON.stringify(contactResult),
};

async function startSite(RATE_LIMIT: string) {
  const server = await serverForTest({ RATE_LIMIT }, false, { site });
  const post = (changes: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/contact',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...contactInput, ...changes }).toString(),
    });
  return { server, post };
}

const values = { ...contactInput, message: '  Un autre  message.' };
const failed = { values, errors: [], outcome: 'failed' };

it('FORM-7: a refused post is answered with the typed values', async () => {
  const { post } = await startSite('1');
  const refused = await post({ email: 'jean@café.fr', phone: '06/12' });
  expect([refused.statusCode, refused.json().values.email]).toEqual([422, 'jean@café.fr']);
  expect((await post({})).statusCode).toBe(303);
  const limited = await post(values);
  expect([limited.statusCode, limited.json()]).toEqual([429, failed]);
});

it('FORM-7: a post that cannot be stored is answered with the typed values too', async () => {
  const { server, post } = await startSite('off');
  await server.storage.db.schema.dropTable('outbox').execute();
  const answer = await post(values);
  expect([answer.statusCode, answer.json()]).toEqual([500, failed]);
});
