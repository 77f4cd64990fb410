import { uptime } from 'node:os';
import type { Kysely, Transaction } from 'kysely';
import { type Clock, DAY_MS } from '../config/clock.ts';
import { readTaskRun } from '../storage/backup.server.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { noteRun } from '../storage/task-runs.server.ts';

/** What a store knows about the time. Instants and times are in milliseconds. */
export interface ClockState {
  /** The time as the site counts it. */
  time: number;
  /** The machine's clock at the last look. */
  seen: number;
  /** Total of the gaps that were believed although no process watched them: `time` may be too late by as much. */
  unwatched: number;
  /** Set while the machine's clock is not believed. */
  doubt?: {
    kind: 'ahead' | 'behind';
    /** The machine's clock after the jump. */
    since: number;
    /** Whether a process saw the clock jump: the difference is no time that passed. */
    watched: boolean;
    /** How long the clock has run evenly since. */
    lasted: number;
  };
}

export interface ClockLook {
  machine: number;
  /** The look of this process before, and the time since then by the uptime of the machine. */
  previous?: { machine: number; ago: number } | undefined;
  runningFor: number;
}

/** A clock that differs by less from the time that passed is believed at once. */
const TOLERANCE_MS = DAY_MS / 2;
/** Nobody knows how long a stopped site stood still: a long weekend is believed at once. */
const STOPPED_MS = 3 * DAY_MS;
/** A gap that nobody watched is believed after a day in which the clock ran evenly. */
const BELIEVED_AFTER_MS = DAY_MS;
/** A machine without a battery corrects its clock soon after the start: such a jump may be time that passed. */
const SETTLING_MS = 10 * 60_000;
/** No clock that is earlier than the program itself is right. */
const PROGRAM_WRITTEN = Date.UTC(2026, 0, 1);

/** Decides what time it is. Only its return, or the word of the operator, ends the doubt in a clock that was seen to jump. */
export function judgeClock(known: ClockState | undefined, look: ClockLook): ClockState {
  const { machine } = look;
  const before = known ?? { time: Math.max(machine, PROGRAM_WRITTEN), seen: machine, unwatched: 0 };
  const passed = timePassed(before, look);
  const time = before.time + passed;
  const off = machine - time;
  const { unwatched } = before;
  const most = look.previous ? TOLERANCE_MS : STOPPED_MS;
  if (off >= -TOLERANCE_MS && off <= most) return { time: machine, seen: machine, unwatched };

  const kind = off > 0 ? 'ahead' : 'behind';
  const ranEvenly = Math.abs(machine - before.seen - passed) <= TOLERANCE_MS;
  const same = before.doubt?.kind === kind && ranEvenly ? before.doubt : undefined;
  const doubt = same
    ? { ...same, lasted: same.lasted + passed }
    : ({ kind, since: machine, watched: sawJump(look), lasted: 0 } as const);
  // A clock that goes back is right if the time that it takes back was believed without a witness.
  const believable = kind === 'ahead' ? !doubt.watched : -off <= unwatched + TOLERANCE_MS;
  return believable && doubt.lasted >= BELIEVED_AFTER_MS
    ? { time: machine, seen: machine, unwatched: Math.max(0, unwatched + off) }
    : { time, seen: machine, unwatched, doubt };
}

function timePassed({ seen }: ClockState, { machine, previous }: ClockLook): number {
  if (previous) {
    const untilLastLook = seen - previous.machine;
    if (untilLastLook >= 0 && untilLastLook <= previous.ago) return previous.ago - untilLastLook;
  }
  const step = machine - seen;
  return step >= 0 && step <= STOPPED_MS ? step : 0;
}

function sawJump({ machine, previous, runningFor }: ClockLook): boolean {
  return (
    previous !== undefined &&
    runningFor > SETTLING_MS &&
    Math.abs(machine - previous.machine - previous.ago) > TOLERANCE_MS
  );
}

/** Rows are too old by the earlier time while the clock is in doubt, so that nothing goes too soon. */
export function erasureTime({ time, seen }: ClockState): number {
  return Math.round(Math.min(time, seen));
}

const TASK = 'clock';

/** The time as the store knows it: stamps, queues, page views and retention all follow it. */
export type TrustedClock = Awaited<ReturnType<typeof trustedClock>>;

/**
 * Reads what the store knows about the time; writes nothing yet.
 * @param machine `uptime`: milliseconds since the machine started, its sleep included
 */
export async function trustedClock(storage: Storage, machine: { clock: Clock; uptime?: () => number }) {
  const { clock, uptime: upFor = () => uptime() * 1000 } = machine;
  const startedAt = upFor();
  let known = await knownState(storage.reads);
  let looked: { machine: number; upFor: number } | undefined;

  function lookNow(): ClockLook & { upFor: number } {
    const now = upFor();
    const previous = looked && { machine: looked.machine, ago: now - looked.upFor };
    return { machine: clock.now(), previous, runningFor: now - startedAt, upFor: now };
  }

  async function store(judge: (before: ClockState | undefined, look: ClockLook) => ClockState) {
    const look = lookNow();
    const { before, state } = await storage.db.transaction().execute(async (trx) => {
      // Processes take turns until the transaction ends.
      await noteRun(trx, TASK);
      const before = await knownState(trx);
      const state = judge(before, look);
      const { time, ...outcome } = state;
      await noteRun(trx, TASK, { ran_at: Math.round(time), outcome: JSON.stringify(outcome) });
      if (before?.doubt?.kind === 'behind' && !state.doubt) await takeBackFuture(trx, Math.round(time));
      return { before, state };
    });
    known = state;
    looked = look;
    return { state, event: changeBetween(before, state) };
  }

  return {
    /** What is known at this moment, without a word to the store. */
    get state() {
      return judgeClock(known, lookNow());
    },
    now: () => Math.round(judgeClock(known, lookNow()).time),
    /** Judges the machine's clock and stores the result. Any number of processes may look. */
    look: () => store(judgeClock),
    /** Believes the machine's clock: the operator vouches for it. */
    believe: () => store((_before, { machine }) => ({ time: machine, seen: machine, unwatched: 0 })),
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
