import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBuiltSite } from '../../src/http/built-site.server.ts';
import { serverLimits } from '../../src/http/limits.server.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { attack } from './slow-clients.ts';

let server: TestServer;
let port: number;
let clientDir: string;
const limits = {
  ...serverLimits,
  headersMs: 1_000,
  requestMs: 2_000,
  checkEveryMs: 200,
  keepAliveMs: 500,
  idleMs: 2_000,
};

beforeAll(async () => {
  const site = await readBuiltSite(join(import.meta.dirname, '../../dist'));
  // A video of which most does not fit into the buffers between.
  clientDir = await mkdtemp(join(tmpdir(), 'vitrine-client-'));
  await mkdir(join(clientDir, 'video'));
  await writeFile(join(clientDir, 'video/home-video.mp4'), Buffer.alloc(12_000_000));
  server = await startTestServer({}, false, { limits, site: { ...site, clientDir } });
  port = (server.app.server.address() as AddressInfo).port;
});

afterAll(async () => {
  await server.stop();
  await rm(clientDir, { recursive: true });
});

function openConnections(): Promise<number> {
  return promisify(server.app.server.getConnections.bind(server.app.server))();
}

/** The machine itself may stand still for a while. */
const STALL_MS = 2_000;

// The long form, with the product's own limits and the full numbers: node tests/security/long.ts
it('slow and greedy clients are cut, and visitors do not notice', async () => {
  const outcome = await attack({
    port,
    slowHeaders: 80,
    slowBodies: 40,
    stalledReaders: 20,
    greedy: 8,
    greedyBytes: 8_000_000,
    lastsMs: 6_000,
    settled: () => expect.poll(openConnections).toBe(0),
  });
  expect(outcome.visits).toBeGreaterThan(20);
  expect(outcome.served).toBe(outcome.visits);
  expect(outcome.p95).toBeLessThan(500 + STALL_MS);
  expect(outcome.headersCutMs).toBeLessThan(2_500 + STALL_MS);
  expect(outcome.bodiesCutMs).toBeLessThan(3_400 + STALL_MS);
  expect(outcome.readersLeft).toBe(0);
  expect(outcome.greedyLeft).toBe(0);
  expect(outcome.mostTaken).toBeLessThan(8_000_000);
  expect(await server.storage.db.selectFrom('message').select('id').execute()).toEqual([]);
});

it('the product’s limits keep within the figures', () => {
  expect(serverLimits.headersMs + serverLimits.checkEveryMs).toBeLessThanOrEqual(30_000);
  expect(serverLimits.requestMs + serverLimits.checkEveryMs).toBeLessThanOrEqual(45_000);
  expect(server.app.server).toMatchObject({ headersTimeout: 1_000, requestTimeout: 2_000, timeout: 2_000 });
});
