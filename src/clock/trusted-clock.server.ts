import { uptime } from 'node:os';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../config/clock.ts';
import type { Database } from '../storage/schema.ts';
import { readTaskRun } from '../storage/sqlite/inspect.server.ts';
import type { Storage } from '../storage/storage.ts';
import { noteRun } from '../storage/task-runs.server.ts';
import { type ClockLook, type ClockState, judgeClock } from './judge-clock.ts';

const TASK = 'clock';

/** The time as the store knows it: stamps, queues, page views and retention all follow it. */
export type TrustedClock = Awaited<ReturnType<typeof trustedClock>>;

export interface MachineClocks {
  clock: Clock;
  /** Milliseconds since the machine started, its sleep included. */
  uptime?: () => number;
}

/** Reads what the store knows about the time; writes nothing yet. */
export async function trustedClock(storage: Storage, machine: MachineClocks) {
  const { clock, uptime: upFor = () => uptime() * 1000 } = machine;
  const startedAt = upFor();
  let known = await knownState(storage.reads);
  let looked: { machine: number; upFor: number } | undefined;

  function lookNow(): ClockLook & { upFor: number } {
    const now = upFor();
    const previous = looked && { machine: looked.machine, ago: now - looked.upFor };
    return { machine: clock.now(), previous, runningFor: now - startedAt, upFor: now };
  }

  async function store(change: (before: ClockState | undefined) => ClockState) {
    const { before, state } = await storage.db.transaction().execute(async (trx) => {
      // Processes take turns until the transaction ends.
      await noteRun(trx, TASK);
      const before = await knownState(trx);
      const state = change(before);
      const { time, ...outcome } = state;
      await noteRun(trx, TASK, { ran_at: Math.round(time), outcome: JSON.stringify(outcome) });
      if (before?.doubt?.kind === 'behind' && !state.doubt) await takeBackFuture(trx, Math.round(time));
      return { before, state };
    });
    known = state;
    return { state, event: changeBetween(before, state) };
  }

  return {
    /** What is known at this moment, without a word to the store. */
    get state() {
      return judgeClock(known, lookNow());
    },
    now: () => Math.round(judgeClock(known, lookNow()).time),
    /** Judges the machine's clock and stores the result. Any number of processes may look. */
    async look() {
      const look = lookNow();
      const change = await store((before) => judgeClock(before, look));
      looked = { machine: look.machine, upFor: look.upFor };
      return change;
    },
    /** Believes the machine's clock: the operator vouches for it. */
    async believe() {
      const { machine, upFor } = lookNow();
      await store(() => ({ time: machine, seen: machine, unwatched: 0 }));
      looked = { machine, upFor };
    },
  };
}

/** `doubted`: the clock jumped since the look before; `believed`: it is right again. */
function changeBetween(before: ClockState | undefined, { doubt }: ClockState) {
  if (doubt && doubt.since !== before?.doubt?.since) return 'doubted';
  return before?.doubt && !doubt ? 'believed' : undefined;
}

/** Reads the stored state; of an older store, the last run of retention. */
async function knownState(db: Kysely<Database>): Promise<ClockState | undefined> {
  const rows = await db.selectFrom('task_run').selectAll().where('name', 'in', [TASK, 'retention']).execute();
  const of = (wanted: string) => rows.find(({ name }) => name === wanted);
  return stateOf(of(TASK), of('retention'));
}

/** Judges the machine's clock by what a SQLite store of any version knows. @throws SQLite's errors */
export function judgeClockIn(file: string, machine: number): ClockState {
  const known = stateOf(readTaskRun(file, TASK), readTaskRun(file, 'retention'));
  return judgeClock(known, { machine, runningFor: 0 });
}

type TaskRun = { ran_at: number; outcome: string };

function stateOf(own?: TaskRun, retention?: TaskRun): ClockState | undefined {
  if (own && own.outcome !== '') return { time: own.ran_at, ...JSON.parse(own.outcome) };
  const time = retention?.ran_at ?? 0;
  return time === 0 ? undefined : { time, seen: time, unwatched: 0 };
}

/** Dates what was stamped by a clock that was ahead: it would outlive its time by as much. */
async function takeBackFuture(trx: Transaction<Database>, now: number): Promise<void> {
  await trx.updateTable('message').set({ received_at: now }).where('received_at', '>', now).execute();
  for (const queue of ['outbox', 'notice'] as const)
    await trx.updateTable(queue).set({ created_at: now }).where('created_at', '>', now).execute();
}
