import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { type Attack, type Finding, type Form, holds } from './attack.ts';
import type { Sabotage } from './sabotages.ts';

export interface Outcome {
  attack: Attack;
  findings: readonly Finding[];
  seconds: number;
  /** Load average of the last minute when it began. */
  loadBefore: number;
}

/** What was sabotaged, and what the attack on it found wrong. */
interface Noticed {
  sabotage: Sabotage;
  findings: readonly string[];
}

type Block = 'faults' | 'sabotage';

/** What was found, as Markdown: one table for each attack. */
export function reportOf(outcomes: readonly Outcome[], form: Form, date: Date): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? '?'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  const bad = outcomes.flatMap(({ findings }) => findings.filter((finding) => !holds(finding)));
  return [
    `Run of ${dated(date)}, ${form} form, ${revision()}, on ${machine}; the load average when each attack began stands beside it.`,
    bad.length === 0 ? '**Every goal held.**' : `**${bad.length} findings beyond their goal.**`,
    ...outcomes.map(section),
  ].join('\n\n');
}

function dated(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
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

/** What each sabotage came to, as a table. */
export function sabotageReport(results: readonly Noticed[], date: Date): string {
  const lines = results.map(({ sabotage: { what, goal }, findings }) => {
    const seen = findings.length === 0 ? '**nothing**' : findings.slice(0, 3).join('; ');
    return `| ${what} | ${goal} | ${seen} |`;
  });
  return [
    `Run of ${dated(date)}, short form, ${revision()}.`,
    ['| Broken on purpose | Attack | What it found |', '| --- | --- | --- |', ...lines].join('\n'),
  ].join('\n\n');
}

/** Puts a report between its two marks in a document. Throws when they are not there. */
export function writeReport(file: string, block: Block, report: string): void {
  const text = readFileSync(file, 'utf8');
  const mark = `<!-- ${block} -->`;
  const [begin, end] = [text.indexOf(mark), text.indexOf(`<!-- /${block} -->`)];
  if (begin < 0 || end < begin) throw new Error(`${file} has no place for the report`);
  writeFileSync(file, `${text.slice(0, begin + mark.length)}\n\n${report}\n\n${text.slice(end)}`);
}
