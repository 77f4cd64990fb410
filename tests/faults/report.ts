import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { type Attack, type Finding, type Form, holds } from './attack.ts';

export interface Outcome {
  attack: Attack;
  findings: readonly Finding[];
  seconds: number;
  /** Load average of the last minute when it began. */
  loadBefore: number;
}

/** What was found, as Markdown: one table for each attack. */
export function reportOf(outcomes: readonly Outcome[], form: Form, date: Date): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? '?'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  const bad = outcomes.flatMap(({ findings }) => findings.filter((finding) => !holds(finding)));
  return [
    `Run of ${date.toISOString().slice(0, 16)}Z, ${form} form, ${revision()}, on ${machine}; the load average when each attack began stands beside it.`,
    bad.length === 0 ? '**Every goal held.**' : `**${bad.length} findings beyond their goal.**`,
    ...outcomes.map(section),
  ].join('\n\n');
}

function revision(): string {
  try {
    return `revision ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()}`;
  } catch {
    return 'revision unknown';
  }
}

function section({ attack, findings, seconds, loadBefore }: Outcome): string {
  const lines = findings.map(
    (finding) =>
      `| ${finding.what} | ${amount(finding.value, finding)} | ${goalOf(finding)} | ${holds(finding) ? 'yes' : '**no**'} |`,
  );
  return [
    `### ${attack.goal}: ${attack.title}`,
    `${Math.round(seconds)} s, load ${loadBefore.toFixed(1)}`,
    ['| Finding | Value | Goal | Held |', '| --- | --- | --- | --- |', ...lines].join('\n'),
  ].join('\n\n');
}

function goalOf(finding: Finding): string {
  const { atLeast, atMost } = finding;
  if (atMost === 0) return '0';
  return atMost === undefined ? `≥ ${amount(atLeast ?? 0, finding)}` : `≤ ${amount(atMost, finding)}`;
}

function amount(value: number, { unit }: Finding): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${unit}`.trim();
}

/** The load average of the last minute. */
export function loadNow(): number {
  return loadavg()[0] ?? Number.NaN;
}
