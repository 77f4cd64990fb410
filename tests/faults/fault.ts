import { rm } from 'node:fs/promises';
import { expect, onTestFinished } from 'vitest';
import { metricsAddress, metricsPort } from '../../src/http/metrics.server.ts';
import type { StorageLocation } from '../../src/storage/open-storage.server.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { type Site, startSite } from '../support/site.ts';
import { newLocation } from '../support/storage.ts';

/** True for `npm run test:faults`, which uses the full numbers, and false for `npm test`. */
export const isLong = process.env['FAULTS'] === 'long';

/** Makes a new empty store, removed with the test. */
export async function emptyStore(engine: Storage['engine']): Promise<StorageLocation> {
  const location = await newLocation(engine);
  onTestFinished(() => rm(location.dataDir, { recursive: true, force: true }));
  return location;
}

/** Starts the site on a store; it stops with the test at the latest. It retries mails after a second. */
export async function startSiteOn(
  { dataDir, databaseUrl }: StorageLocation,
  env: Record<string, string> = {},
): Promise<Site> {
  const where = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const site = await startSite({ dataDir, env: { ...where, MAIL_RETRY_SECONDS: '1', ...env } });
  onTestFinished(site.kill);
  return site;
}

/**
 * Prints a time or a rate. Judges it in the long form only, which runs alone: other work on the machine would change it. A
 * figure that is not a number fails.
 */
export function expectFigure(
  what: string,
  value: number,
  { atLeast = -Infinity, atMost = Infinity }: { atLeast?: number; atMost?: number },
): void {
  if (!isLong) return;
  const allowed = atMost === Infinity ? `≥ ${atLeast}` : `≤ ${atMost}`;
  process.stdout.write(`${what}: ${Number(value.toPrecision(3))} (${allowed})\n`);
  expect.soft(value, what).toBeGreaterThanOrEqual(atLeast);
  expect.soft(value, what).toBeLessThanOrEqual(atMost);
}

/** Returns the memory of a site's process, in megabytes. */
export async function residentMB({ url }: Site): Promise<number> {
  const answer = await fetch(metricsAddress(metricsPort(Number(new URL(url).port))));
  const [, bytes] = /^process_resident_memory_bytes (.*)$/m.exec(await answer.text()) ?? [];
  return Number(bytes) / 1_000_000;
}

/** Returns the value below which this share of the values lies; NaN if there is none. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}
