import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMINISTRATOR_ID } from '../../src/profile/profile.ts';
import { profileQuery } from '../../src/startup/profile-query.ts';
import { plainSite, postGraphQL, startTestServer, type TestServer } from '../support/server.ts';
import { xssVectors } from './xss-vectors.ts';

let server: TestServer;

beforeAll(async () => {
  const site: typeof plainSite = {
    ...plainSite,
    render: async ({ profile }) => `<!doctype html>${profile.presentation}`,
  };
  server = await startTestServer({}, false, { site });
});

afterAll(() => server.stop());

// Whoever writes to the store by other means than the commands gets no code onto the site.
it('what stands in the store uncleaned leaves the server clean, in pages and in the API', async () => {
  const presentation = `<p>début</p>${Object.values(xssVectors).join('')}`;
  await server.storage.db
    .updateTable('profile')
    .set((eb) => ({ presentation, version: eb('version', '+', 1) }))
    .where('id', '=', ADMINISTRATOR_ID)
    .execute();
  const page = async () =>
    (await server.app.inject({ url: '/', headers: { 'accept-encoding': 'identity' } })).payload;
  await expect.poll(page).toContain('<p>début</p>');
  const { body } = await postGraphQL(server.url, { query: profileQuery, variables: { id: 3 } });
  for (const html of [await page(), body.data.getAdminPublicProfil.presentation as string]) {
    const tags = html.replace(/^<!doctype html>/, '').match(/<[^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(5);
    for (const tag of tags) expect(tag).toMatch(/^<\/?(p|br|strong|em|b|i|a|ul|ol|li|span)( |\/|>)/);
    for (const tag of tags.filter((one) => one.startsWith('<a ')))
      expect(tag).toMatch(/^<a( href="(?!javascript|data|vbscript|blob)[^"]*")? rel="noopener">$/);
    for (const tag of tags.filter((one) => !one.startsWith('<a'))) expect(tag).toMatch(/^<\/?\w+( \/)?>$/);
  }
});
