import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';

type Options = Parameters<typeof startTestServer>;

/** Starts one server for all tests of a file or block. Its properties are set once the tests run. */
export function serverForAll(...options: Options): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => {
    Object.assign(server, await startTestServer(...options));
  });
  afterAll(() => server.stop());
  return server;
}

/** Starts a server that ends with the test. */
export async function serverForTest(...options: Options): Promise<TestServer> {
  const server = await startTestServer(...options);
  onTestFinished(server.stop);
  return server;
}
