import { auditServer } from 'graphql-http';
import { expect, it } from 'vitest';
import { postGraphQL, serverForTest } from '../../tests/support/server.ts';

const SITE = 'https://www.exemple.fr';
const JSON_TYPE = { 'content-type': 'application/json' };

it('API-1: answers the GraphQL over HTTP audit suite', async () => {
  // Two audits ask through introspection, which only development allows.
  const { url } = await serverForTest({}, true);
  const results = await auditServer({ url: `${url}/graphql` });
  expect(results.length).toBeGreaterThan(50);
  const missed = results.filter(({ status }) => status === 'error' || status === 'warn');
  expect(missed.map(({ id, name }) => `${id} ${name}`)).toEqual([]);
});

it('API-1: on a host of its own the API lets the pages of the site alone read its answers', async () => {
  const { url } = await serverForTest({ SITE_URL: SITE, API_URL: 'https://api.exemple.fr' });
  const allowed = {
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '86400',
  };
  const requests: [number, RequestInit, Record<string, string>?][] = [
    [204, { method: 'OPTIONS' }, allowed],
    [413, { headers: JSON_TYPE, body: 'x'.repeat(70_000) }],
    [415, { headers: { 'content-type': 'text/plain' }, body: '{}' }],
    [415, { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: '{}' }],
    [405, { method: 'PUT' }, { allow: 'OPTIONS, POST' }],
  ];
  for (const [status, init, more] of requests) {
    const ask = async (origin: string) => {
      const headers = { ...init.headers, origin };
      const answer = await fetch(`${url}/graphql`, { method: 'POST', ...init, headers });
      return { status: answer.status, ...Object.fromEntries(answer.headers) };
    };
    const own = await ask(SITE);
    expect(own).toMatchObject({ status, 'access-control-allow-origin': SITE, vary: 'origin', ...more });
    expect(own, 'FORM-13').toHaveProperty('access-control-expose-headers', 'date');
    expect(own).not.toHaveProperty('access-control-allow-credentials');
    const other = await ask('https://ailleurs.exemple');
    expect(other.status).toBeGreaterThanOrEqual(400);
    expect(other).not.toHaveProperty('access-control-allow-origin');
  }
});

it('API-2: the profile has every field by its exact name, and an unknown id is null', async () => {
  const { url } = await serverForTest();
  const query = `query ($id: Int!) { getAdminPublicProfil(id: $id) {
    name metier presentation
    projects { name description UrlInProd fonctionalites urlImage altImg }
    TechStacks { type technoFront technoBack technoDevops technoServicesTools } } }`;
  const ask = async (id: unknown) => (await postGraphQL(url, { query, variables: { id } })).body;
  const profile = (await ask(3)).data.getAdminPublicProfil;
  expect(Object.keys(profile)).toEqual(['name', 'metier', 'presentation', 'projects', 'TechStacks']);
  expect(profile.projects.length * profile.TechStacks.length).toBeGreaterThan(0);
  for (const id of [0, 1, 4, -3, 2_147_483_647])
    expect(await ask(id)).toEqual({ data: { getAdminPublicProfil: null } });
  expect((await ask('trois')).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
});
