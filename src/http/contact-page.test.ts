import { expect, it, onTestFinished } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { plainSite, startTestServer } from '../../tests/support/server.ts';

// What the page makes of it: src/start-render.test.ts.
it('FORM-7: a post that is refused or fails is answered with what was typed', async () => {
  const site: typeof plainSite = {
    ...plainSite,
    render: async ({ contactResult = null }) => JSON.stringify(contactResult),
  };
  const server = await startTestServer({ RATE_LIMIT: '1' }, false, { site });
  onTestFinished(server.stop);
  const post = (changes: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/contact',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...contactInput, ...changes }).toString(),
    });
  const refused = await post({ email: 'jean@café.fr', phone: '06/12' });
  expect([refused.statusCode, refused.json().values.email]).toEqual([422, 'jean@café.fr']);
  expect((await post({})).statusCode).toBe(303);
  const values = { ...contactInput, message: '  Un autre  message.' };
  const limited = await post(values);
  expect([limited.statusCode, limited.json()]).toEqual([429, { values, errors: [], outcome: 'failed' }]);
});
