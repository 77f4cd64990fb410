import type { Batch, Mirror } from '../storage/storage.ts';

/** For how long an identical message is the same one. */
export const DUPLICATE_WINDOW_MS = 10 * 60_000;

/** How much of a fingerprint is remembered: 132 of its 256 bits, which no two messages share by chance or by intent. */
const KEY_LENGTH = 22;

/**
 * The fingerprints of the last ten minutes, beside the store. As an index of it they were half of what a message writes durably,
 * for they fall anywhere (docs/decisions/017-recent-messages-beside-the-store.md). What is stored is remembered by `claimBatch`:
 * a trigger would cost each message as much again.
 */
const make = `
  pragma temp.journal_mode = memory;
  create temp table if not exists recent (
    fingerprint text, received_at integer, primary key (fingerprint, received_at)
  ) strict, without rowid;
  create temp trigger if not exists recent_erased after delete on main.message begin
    delete from recent
    where fingerprint = substr(old.fingerprint, 1, ${KEY_LENGTH}) and received_at = old.received_at;
  end;
`;

const fill = `insert or replace into recent
  select substr(fingerprint, 1, ${KEY_LENGTH}), received_at from message where received_at >= ?`;

const claim = `insert into recent select ?1, ?2 where not exists (
  select 1 from recent where fingerprint = ?1
  and received_at between ?2 - ${DUPLICATE_WINDOW_MS} and ?2 + ${DUPLICATE_WINDOW_MS})`;

/**
 * What SQLite remembers of recent messages.
 * @param now milliseconds since 1970
 */
export function recentMirror(now: number): Mirror {
  const oldest = now - DUPLICATE_WINDOW_MS;
  return {
    now,
    make,
    fill: [
      { sql: 'delete from recent', runs: [[]] },
      { sql: fill, runs: [[oldest]] },
    ],
    trim: { sql: 'delete from recent where received_at < ?', runs: [[oldest]] },
    trimEveryMs: DUPLICATE_WINDOW_MS,
  };
}

/**
 * Remembers each message that is about to be stored; a run changes nothing for one that was there in the last ten minutes, in the
 * store or earlier in the batch.
 * @param now milliseconds since 1970
 */
export function claimBatch(fingerprints: readonly string[], now: number): Batch {
  return { sql: claim, runs: fingerprints.map((fingerprint) => [fingerprint.slice(0, KEY_LENGTH), now]) };
}
