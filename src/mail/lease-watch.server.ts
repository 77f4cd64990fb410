import type { Queue } from './queue.server.ts';

/** How long the mails of a process that died wait. A living one renews its leases as long as an exchange lasts. */
export const LEASE_MS = 2 * 60_000;
const LOOK_EVERY_MS = 10_000;
/** Looks at an unchanged lease after which its owner counts as dead. */
const LOOKS = LEASE_MS / LOOK_EVERY_MS;

/**
 * Gives the function that ends the leases of processes that died; it looks at all leases, at most every ten seconds. It counts,
 * for each lease, the looks since its owner last renewed it. No wall clock is compared with `lease_until`: after a jump, leases
 * would look expired whose owners are at work (R10, R19). Looks are counted rather than time, so that a store that was away for
 * minutes gives living owners the time to renew.
 */
export function watchLeases(queue: Queue, monotonic: () => number): () => Promise<void> {
  let unchanged = new Map<string, number>();
  let lookAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (monotonic() < lookAt) return;
    const counts = new Map<string, number>();
    for (const lease of await queue.leases()) {
      const key = `${lease.id} ${lease.lease_owner} ${lease.lease_until}`;
      const looks = (unchanged.get(key) ?? -1) + 1;
      if (looks >= LOOKS) await queue.endLease(lease);
      else counts.set(key, looks);
    }
    unchanged = counts;
    lookAt = monotonic() + LOOK_EVERY_MS;
  };
}
