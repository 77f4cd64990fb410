import type { DatabaseSync } from 'node:sqlite';
import type { Batch, Mirror } from '../storage.ts';

/** Keeps the mirror of one connection like the store. */
export interface MirrorUpkeep {
  /** Makes it, before the first transaction that refers to it. */
  make(mirror: Mirror): void;
  /** Brings it up to date; in the transaction that looks at it, so that nobody writes between. */
  refresh(mirror: Mirror): void;
  /** To be called after any failure: what failed was undone, or not (a commit may fail when the store has it). */
  distrust(): void;
}

/** @param runAll runs batches on the same connection */
export function createMirrorUpkeep(
  db: DatabaseSync,
  runAll: (batches: readonly Batch[]) => void,
): MirrorUpkeep {
  let isMade = false;
  /** Which state of the store it shows, when that was looked at, and last trimmed; undefined while it shows none. */
  let shown: { version: unknown; now: number; trimmed: number } | undefined;
  /** Changes when another connection has written. */
  const dataVersion = db.prepare('pragma data_version');

  return {
    make(mirror) {
      if (!isMade) db.exec(mirror.make);
      isMade = true;
    },
    refresh({ fill, trim, trimEveryMs, now }) {
      const version = dataVersion.get()?.['data_version'];
      if (!shown || shown.version !== version || now < shown.now) {
        runAll(fill);
        shown = { version, now, trimmed: now };
      } else if (now - shown.trimmed >= trimEveryMs) {
        runAll([trim]);
        shown.trimmed = now;
      }
      shown.now = now;
    },
    distrust() {
      shown = undefined;
    },
  };
}
