/** One event of Chromium's trace; times in microseconds, `tdur` the processor's own. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args: { data?: { type?: string } };
}

/** What Chromium calls one turn of a thread. */
const TASK = 'ThreadControllerImpl::RunTask';

/**
 * Tasks of the page's main thread that took more than this many milliseconds of the processor, with the event they
 * handled. A trace that holds the display (the mark `gate:reveal`) counts from there on: before it nothing is seen.
 * Throws when the trace has no page or no task in it.
 */
export function longTasks(trace: Buffer, longestMs: number): string[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const reveal = traceEvents.find(({ name }) => name === 'gate:reveal');
  const page =
    reveal ?? traceEvents.find(({ name }) => name === 'EventDispatch' || name === 'UpdateLayoutTree');
  if (!page) throw new Error('The trace shows no page at work');
  const ofPage = traceEvents.filter(
    ({ pid, tid, ts }) => pid === page.pid && tid === page.tid && ts >= (reveal?.ts ?? 0),
  );
  const tasks = ofPage.filter(({ name, tdur }) => name === TASK && tdur !== undefined);
  if (tasks.length === 0) throw new Error('The trace holds no task with its processor time');
  const long = tasks.filter(({ tdur = 0 }) => tdur > longestMs * 1000);
  return long.map((task) => {
    const within = ofPage.filter(
      ({ name, ts }) => name === 'EventDispatch' && ts >= task.ts && ts <= task.ts + (task.tdur ?? 0),
    );
    const events = within.map(({ args }) => args.data?.type).join(', ');
    return `${Math.round((task.tdur ?? 0) / 1000)} ms: ${events || 'no event'}`;
  });
}
