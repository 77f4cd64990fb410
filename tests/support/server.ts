import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type AppOptions, createApp } from '../../src/app.server.ts';
import { systemClock } from '../../src/config/clock.ts';
import { readConfig } from '../../src/config/config.server.ts';
import { loggerOptions } from '../../src/config/logger.server.ts';
import { contactMutation } from '../../src/contact/mutation.ts';
import type { BuiltSite } from '../../src/documents/built-site.server.ts';
import { serverLimits } from '../../src/http/connections.server.ts';
import { documentPolicy } from '../../src/http/security-headers.server.ts';
import { contactInput } from './contact.ts';

/** A server in this process, on a free port, with its own store and pages that need no build. */
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

export const plainSite: BuiltSite = {
  clientDir: join(import.meta.dirname, 'client-files'),
  render: async ({ path, profile }) => `<!doctype html><p>${path} ${profile.name}</p>`,
  assets: { gateScript: 'gate()', styles: null, sheet: null, entry: '/entry.js', fonts: [] },
  policyFor: (page, apiUrl) => documentPolicy({ inlineScripts: ['gate()'], inlineStyles: [page], apiUrl }),
};

/**
 * Starts a server.
 * @param env variables of the configuration, beside DATA_DIR and PORT
 * @param instead replaced parts, such as a clock moved by hand or shorter limits
 */
export async function startTestServer(
  env: Record<string, string> = {},
  development = false,
  instead: Partial<AppOptions> = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-'));
  const logged: Record<string, unknown>[] = [];
  const created = await createApp({
    config: readConfig({ DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off', ...env }),
    clock: systemClock,
    logger: pino(loggerOptions, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    site: plainSite,
    development,
    // No request is refused for a late event loop, because a test may block it.
    limits: { ...serverLimits, maxEventLoopDelay: 0 },
    ...instead,
  });
  await created.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = created.app.server.address() as AddressInfo;
  return {
    ...created,
    url: `http://127.0.0.1:${port}`,
    /** The entries of the server's log, each a JSON object. */
    logged,
    /** Closes the server and removes its store. */
    async stop() {
      await created.app.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export async function postGraphQL(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export function postMessage(url: string, changes: Record<string, unknown> = {}, headers = {}) {
  const input = { ...contactInput, ...changes };
  return postGraphQL(url, { query: contactMutation, variables: { input } }, headers);
}

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

export async function serverForTest(...options: Options): Promise<TestServer> {
  const server = await startTestServer(...options);
  onTestFinished(server.stop);
  return server;
}
