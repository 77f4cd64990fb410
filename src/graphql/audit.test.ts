import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';

let server: TestServer;

beforeAll(async () => {
  // Two of the audits ask through introspection, which is open in development only.
  server = await startTestServer({}, true);
});

afterAll(() => server.stop());

it('API-1: answers the GraphQL over HTTP audit suite', async () => {
  const results = await auditServer({ url: `${server.url}/graphql` });
  expect(results.length).toBeGreaterThan(50);
  const missed = results.filter(({ status }) => status === 'error' || status === 'warn');
  expect(missed.map(({ id, name }) => `${id} ${name}`)).toEqual([]);
});
