import { expect, it } from 'vitest';
import { ADMINISTRATOR_ID, profileQuery } from '../../src/profile/profile.ts';
import { plainSite, postGraphQL, serverForTest } from '../support/server.ts';

// Even an attacker who can write to the store directly brings no code onto the site.
it('an unclean presentation in the store leaves the server clean, in pages and in the API', async () => {
  const site: typeof plainSite = {
    ...plainSite,
    render: async ({ profile }) => `<!doctype html>${profile.presentation}`,
  };
  const server = await serverForTest({}, false, { site });
  const presentation = '<p onclick="x()">début</p><script>alert(1)</script><a href="javascript:x">lien</a>';
  await server.storage.db
    .updateTable('profile')
    .set((eb) => ({ presentation, version: eb('version', '+', 1) }))
    .where('id', '=', ADMINISTRATOR_ID)
    .execute();
  const clean = '<p>début</p><a>lien</a>';
  const page = async () => (await fetch(server.url)).text();
  await expect.poll(page).toBe(`<!doctype html>${clean}`);
  const { body } = await postGraphQL(server.url, { query: profileQuery, variables: { id: 3 } });
  expect(body.data.getAdminPublicProfil.presentation).toBe(clean);
});
