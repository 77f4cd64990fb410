import { DAY_MS } from '../config/clock.ts';

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
  const before = known ?? firstState(machine);
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

function firstState(machine: number): ClockState {
  const time = Math.max(machine, PROGRAM_WRITTEN);
  return { time, seen: machine, unwatched: 0 };
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
