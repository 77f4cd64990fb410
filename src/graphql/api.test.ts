import { afterAll, beforeAll, expect, it } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { postGraphQL, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { contactMutation } from '../contact/mutation.ts';
import { profileQuery } from '../startup/profile-query.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const message = { query: contactMutation, variables: { input: contactInput } };

it('API-1: by default no other origin is let in', async () => {
  const headers = { origin: 'https://ailleurs.exemple' };
  const { status, body } = await postGraphQL(server.url, message, headers);
  expect([status, body.errors[0].extensions.code]).toEqual([403, 'CROSS_SITE_REFUSED']);
  const preflight = await fetch(`${server.url}/graphql`, {
    method: 'OPTIONS',
    headers: { ...headers, 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  expect(await server.storage.db.selectFrom('message').select('id').execute()).toEqual([]);
});

it('API-2: the profile has every field by its exact name, and an unknown id is null', async () => {
  const query = `query ($id: Int!) { getAdminPublicProfil(id: $id) {
    name metier presentation
    projects { name description UrlInProd fonctionalites urlImage altImg }
    TechStacks { type technoFront technoBack technoDevops technoServicesTools } } }`;
  const ask = async (id: unknown) => (await postGraphQL(server.url, { query, variables: { id } })).body;
  const profile = (await ask(3)).data.getAdminPublicProfil;
  expect(Object.keys(profile)).toEqual(['name', 'metier', 'presentation', 'projects', 'TechStacks']);
  expect(profile.projects.length * profile.TechStacks.length).toBeGreaterThan(0);
  for (const id of [0, 1, 4, -3, 2_147_483_647])
    expect(await ask(id)).toEqual({ data: { getAdminPublicProfil: null } });
  expect((await ask('trois')).errors).toHaveLength(1);
});

it('API-4: a failure of the server says nothing of its detail and has a stable code', async () => {
  await server.storage.db.schema.dropTable('outbox').execute();
  const { body } = await postGraphQL(server.url, message);
  expect(body.data?.postContactForm ?? null).toBeNull();
  expect(body.errors).toEqual([
    {
      message: 'Une erreur est survenue. Veuillez réessayer plus tard.',
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    },
  ]);
  expect((await postGraphQL(server.url, { query: profileQuery, variables: { id: 3 } })).status).toBe(200);
});
