import type { Queue } from './queue.server.ts';

/** Time after which the mails of a dead process are taken over. A living process renews its leases during an exchange. */
export const LEASE_MS = 2 * 60_000;
const LOOK_EVERY_MS = 10_000;
/** Looks at an unchanged lease after which its owner counts as dead. */
const LOOKS = LEASE_MS / LOOK_EVERY_MS;

/**
 * Creates the function that ends the leases of dead processes. It looks at all leases, at most every ten seconds, and counts
 * the looks since each was renewed. It compares no wall clock with `lease_until`: after a jump, leases of living owners would
 * look expired (R10, R19). It counts looks and not time, so that living owners can renew their leases after an outage of the
 * store.
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
