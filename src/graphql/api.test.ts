import { auditServer } from 'graphql-http';
import { expect, it } from 'vitest';
import { askWritten } from '../../tests/security/raw-http.ts';
import { expectApproved } from '../../tests/support/approved.ts';
import { postGraphQL, serverForTest } from '../../tests/support/server.ts';
import { profileQuery } from '../profile/profile.ts';

const SITE = 'https://www.exemple.fr';

it('API-1: answers the GraphQL over HTTP audit suite', async () => {
  // Two audits ask through introspection, which only development allows.
  const { url } = await serverForTest({}, true);
  const results = await auditServer({ url: `${url}/graphql` });
  expect(results.length).toBeGreaterThan(50);
  const missed = results.filter(({ status }) => status === 'error' || status === 'warn');
  expect(missed.map(({ id, name }) => `${id} ${name}`)).toEqual([]);
});

it('API-1, FORM-13: on a host of its own the API lets the pages of the site alone read its answers', async () => {
  const { url } = await serverForTest({ SITE_URL: SITE, API_URL: 'https://api.exemple.fr' });
  await expectApproved('own-host.approved.txt', async (given) => {
    const { status, headers } = await askWritten(url, given);
    const told = Object.entries(headers).filter(([name]) => /^(access-control-|allow$|vary$)/.test(name));
    return [status, ...told.map(([name, value]) => `${name}: ${value}`).sort()].join(' | ');
  });
});

it('API-2, START-3, HOME-10: the query of the site gets every field by its exact name', async () => {
  const { url } = await serverForTest();
  const { body } = await postGraphQL(url, { query: profileQuery, variables: { id: 3 } });
  const profile = body.data.getAdminPublicProfil;
  const fields = [profile, profile.projects[0], profile.TechStacks[0]].map((each) =>
    Object.keys(each).join(' '),
  );
  expect(fields).toEqual([
    'name metier presentation projects TechStacks',
    'name description UrlInProd fonctionalites urlImage altImg',
    'type technoFront technoBack technoDevops technoServicesTools',
  ]);
});
