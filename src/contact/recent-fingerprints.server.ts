import type { Batch, Mirror } from '../storage/storage.ts';

/** For how long an identical message is the same one. */
export const DUPLICATE_WINDOW_MS = 10 * 60_000;

/** More than come in with one group, so that whoever adds also takes away. */
const FORGOTTEN_AT_ONCE = 400;

/**
 * The fingerprints of the last ten minutes, beside the store. As an index of it they were half of what a message writes durably,
 * for they fall anywhere (docs/decisions/017-recent-messages-beside-the-store.md).
 */
const make = `
  pragma temp.journal_mode = memory;
  create temp table if not exists recent (
    fingerprint text, received_at integer, primary key (fingerprint, received_at)
  ) strict, without rowid;
  create index if not exists temp.recent_received_at on recent (received_at);
  create temp trigger if not exists recent_stored after insert on main.message begin
    insert or replace into recent values (new.fingerprint, new.received_at);
  end;
  create temp trigger if not exists recent_erased after delete on main.message begin
    delete from recent where fingerprint = old.fingerprint and received_at = old.received_at;
  end;
`;

/** Holds for a message that was not there in the last ten minutes; its parameters: `recentParameters`. */
export const notRecent = `not exists (
  select 1 from recent where fingerprint = ? and received_at between ? and ?)`;

/** @param now milliseconds since 1970 */
export function recentParameters(fingerprint: string, now: number): [string, number, number] {
  return [fingerprint, now - DUPLICATE_WINDOW_MS, now + DUPLICATE_WINDOW_MS];
}

/**
 * What SQLite remembers of recent messages.
 * @param now milliseconds since 1970
 */
export function recentMirror(now: number): Mirror {
  const fill =
    'insert or replace into recent select fingerprint, received_at from message where received_at >= ?';
  return {
    now,
    make,
    fill: [
      { sql: 'delete from recent', runs: [[]] },
      { sql: fill, runs: [[now - DUPLICATE_WINDOW_MS]] },
    ],
  };
}

/** Forgets the oldest of those that count no more. @param now milliseconds since 1970 */
export function forgetOld(now: number): Batch {
  return {
    sql: `delete from recent where (fingerprint, received_at) in
      (select fingerprint, received_at from recent where received_at < ? order by received_at limit ${FORGOTTEN_AT_ONCE})`,
    runs: [[now - DUPLICATE_WINDOW_MS]],
  };
}
