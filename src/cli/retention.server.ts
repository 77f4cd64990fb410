import type { Command } from 'commander';
import { help } from '../content/cli.ts';
import { retentionHelp, retentionWords as words } from '../content/cli-person.ts';
import {
  isInDoubt,
  lastRetention,
  type RetentionRecord,
  type RetentionResult,
  runRetention,
} from '../retention/retention.server.ts';
import { CLOCK_TOLERANCE_MS } from '../storage/clock-difference.server.ts';
import { addCommand, addGroup } from './command-tree.server.ts';
import type { Runner, StoreDependencies } from './dependencies.ts';
import { noteTraces } from './erased.server.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { formatDuration, formatInstant, isoInstant } from './format.ts';

/** `retention …` */
export function addRetention(program: Command, run: Runner): void {
  const group = addGroup(program, 'retention', retentionHelp.group);
  addCommand(group, 'run', retentionHelp.run)
    .option('--dry-run', help.dryRun)
    .option('--json', help.json)
    .action(run.store(runNow));
  addCommand(group, 'status', retentionHelp.status).option('--json', help.json).action(run.store(status));
}

/** The same function as the site's own timer: what it erases is due, so nothing is asked. */
async function runNow(
  { storage, clock, output, config }: StoreDependencies,
  { dryRun = false, json }: { dryRun?: boolean; json?: true },
): Promise<ExitCode> {
  const { results, held, traces } = await runRetention({ storage, clock, dryRun });
  if (json) {
    await output.json({ dryRun, held, tracesLeft: traces.left, results: results.map(shape) });
    return noteTraces({ output, config }, traces);
  }
  const say = dryRun ? words.wouldDelete : words.deleted;
  await output.result(...results.map(({ count, table }) => say(count, nameOf(table))));
  if (held) output.note(words.held);
  return noteTraces({ output, config }, traces);
}

async function status(
  { storage, clock, output }: StoreDependencies,
  { json }: { json?: true },
): Promise<ExitCode> {
  const { results } = await runRetention({ storage, clock, dryRun: true });
  const last = await lastRetention(storage.reads);
  if (json) {
    const lastRun = last && { ranAt: isoInstant(last.ranAt), erased: last.erased, held: last.held };
    await output.json({
      lastRun: lastRun ?? null,
      inDoubt: isInDoubt(last, clock.now()),
      rules: results.map(shape),
    });
    return exitCodes.ok;
  }
  const rules = results.flatMap(({ table, months, before, count, left }) => [
    words.duration(nameOf(table), months, formatInstant(before)),
    `  ${words.due(count + left)}`,
  ]);
  await output.result(...rules, ...describeRun(last, clock.now()));
  return exitCodes.ok;
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
