import { retentionWords as words } from '../content/cli-person.ts';
import {
  isInDoubt,
  lastRetention,
  type RetentionRecord,
  type RetentionResult,
  runRetention,
} from '../retention/retention.server.ts';
import { CLOCK_TOLERANCE_MS } from '../storage/clock-difference.server.ts';
import type { StoreDependencies } from './dependencies.ts';
import { noteTraces } from './erased.server.ts';
import type { ExitCode } from './exit-codes.ts';
import { formatDuration, formatInstant, isoInstant } from './format.ts';

/**
 * Erases what is too old, by the same function as the site's own timer: what it erases is due, so nothing is asked. A dry run
 * shows the rules, what is due, and the last run.
 */
export async function retention(
  { storage, clock, output, config }: StoreDependencies,
  { dryRun = false, json }: { dryRun?: boolean; json?: true },
): Promise<ExitCode> {
  const last = await lastRetention(storage.reads);
  const inDoubt = isInDoubt(last, clock.now());
  const { results, held, traces } = await runRetention({ storage, clock, dryRun });
  if (json) {
    const lastRun = last ? { ...last, ranAt: isoInstant(last.ranAt) } : null;
    await output.json({
      dryRun,
      held,
      inDoubt,
      lastRun,
      tracesLeft: traces.left,
      results: results.map(shape),
    });
    return noteTraces({ output, config }, traces);
  }
  if (dryRun) {
    const rules = results.flatMap(({ table, months, before, count, left }) => [
      words.duration(nameOf(table), months, formatInstant(before)),
      `  ${words.due(count + left)}`,
    ]);
    await output.result(...rules, ...describeRun(last, clock.now()));
  } else await output.result(...results.map(({ count, table }) => words.deleted(count, nameOf(table))));
  if (held) output.note(words.held);
  return noteTraces({ output, config }, traces);
}

function describeRun(last: RetentionRecord | undefined, now: number): string[] {
  if (!last) return [words.neverRun];
  const at = formatInstant(last.ranAt);
  if (last.ranAt > now + CLOCK_TOLERANCE_MS) return [words.lastRunAhead(at), words.aheadFix];
  return [words.lastRun(at, formatDuration(now - last.ranAt))];
}

function nameOf(table: string): string {
  return words.names[table] ?? table;
}

function shape({ table, months, before, count, left }: RetentionResult) {
  return { table, months, before: isoInstant(before), count, left };
}
