import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

/**
 * Recommendations of GraphQL over HTTP that the endpoint turns down on purpose: mutations and queries come by POST only,
 * so that nothing can be caused or cached by a link.
 */
const refusedOnPurpose: readonly string[] = [];

it('API-1: answers the GraphQL over HTTP audit suite', async () => {
  const results = await auditServer({ url: `${server.url}/graphql` });
  expect(results.length).toBeGreaterThan(50);
  expect(results.filter(({ status }) => status === 'error').map(({ name }) => name)).toEqual([]);
  const warned = results.filter(({ status }) => status === 'warn').map(({ id, name }) => `${id} ${name}`);
  expect(warned).toEqual(refusedOnPurpose);
});
