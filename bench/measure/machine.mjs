import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const KIB = 1024;
/** Of the kernel's clock, in which it counts a process's work: 100 a second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** The load average over 1, 5 and 15 minutes. */
export function load() {
  return loadavg().map((value) => Number(value.toFixed(2)));
}

/** What the figures were taken on. */
export function describeMachine() {
  return {
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? '?',
    memoryGib: Math.round(totalmem() / KIB ** 3),
    node: process.version,
    sqlite: process.versions.sqlite,
    nginx: versionOf('nginx', ['-v'], /nginx\/(\S+)/),
    wrk: versionOf('wrk', ['-v'], /wrk \D*(\d\S*)/),
  };
}

/** What is measured: `?` where there is no git, a star with changes that are in no commit. @param {string} root of the project */
export function describeCommit(root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const changes = git(
      'status',
      '--porcelain',
      '--untracked-files=no',
      '--',
      'src',
      'migrations',
      'scripts',
    );
    return git('rev-parse', '--short', 'HEAD') + (changes ? '*' : '');
  } catch {
    return '?';
  }
}

function versionOf(command, args, pattern) {
  try {
    return pattern.exec(
      execFileSync('sh', ['-c', `${command} ${args.join(' ')} 2>&1 || true`]).toString(),
    )?.[1];
  } catch {
    return undefined;
  }
}

/** Waits for the load of the last minute to fall below the number of cores; gives up quietly after the time given. */
export async function waitForQuiet(seconds) {
  const until = Date.now() + seconds * 1000;
  while (load()[0] > cpus().length && Date.now() < until) {
    process.stderr.write(`  load ${load()[0]}: waiting for a quieter machine\n`);
    await delay(Math.min(10_000, until - Date.now()));
  }
}

/** Processes below this one, itself included. @param {number} pid @returns {number[]} */
export function familyOf(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean);
    return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
  } catch {
    return [];
  }
}

/** Processor seconds used so far by a process and those below it; 0 where the kernel does not tell. */
export function processorSeconds(pid) {
  const ticks = familyOf(pid).map((each) => {
    const fields = readFileSync(`/proc/${each}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND;
}

/** Resident memory in MiB of the largest process of a family. */
export function residentMib(pid) {
  const sizes = familyOf(pid).map((each) => {
    const status = readFileSync(`/proc/${each}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
  });
  return Math.max(0, ...sizes) / KIB;
}
