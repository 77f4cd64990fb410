import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from './root.ts';

export interface LaunchOptions {
  cwd?: string;
  /** The whole environment; without it `output` passes the operator's on, and `launch` passes nothing. */
  env?: NodeJS.ProcessEnv;
}

/** Lets Node load code that another test process compiled, as under npm start: it starts in half the time. */
export const compileCache = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled') };

/** Returns the environment of an operator, without the variables of the test runner. */
export function operatorEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, VITEST: _runner, ...env } = process.env;
  return env;
}

export type Launched = ReturnType<typeof launch>;

/** Starts a program that keeps running. */
export function launch(command: string, args: readonly string[], options: LaunchOptions = {}) {
  const { cwd, env = {} } = options;
  const child = spawn(command, args, { cwd, env: { ...compileCache, ...env }, stdio: 'pipe' });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  child.on('error', (error) => (text += error.message));
  return {
    process: child,
    output: () => text,
    /** Ends the program with this signal, unless it has ended; returns its exit code. */
    end: (signal: NodeJS.Signals = 'SIGTERM') => endProcess(child, signal),
  };
}

/** A process may take this long to end, in milliseconds, because a busy machine exceeds the server's grace time. */
const STOPPED_WITHIN_MS = 120_000;

/** Ends a process with this signal, by force if that takes too long; returns its exit code. */
async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const left = once(child, 'exit');
  child.kill(signal);
  const limit = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
  await left;
  clearTimeout(limit);
  return child.exitCode;
}

/** Waits for a condition. @throws Error with the text of `explain` if the condition does not hold within `ms` */
export async function until(
  holds: () => Promise<boolean>,
  explain: () => string,
  ms = 180_000,
): Promise<void> {
  const latest = Date.now() + ms;
  while (Date.now() < latest) {
    if (await holds().catch(() => false)) return;
    await delay(50);
  }
  throw new Error(`It did not happen within ${ms} ms:\n${explain()}`);
}

/**
 * Waits until an address answers with 200.
 * @throws Error with its output when the program ends before
 */
export async function untilAnswers(url: string, { process, output }: Launched): Promise<void> {
  await until(async () => {
    if (process.exitCode !== null) return true;
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.ok;
  }, output);
  if (process.exitCode !== null) throw new Error(`It left with code ${process.exitCode}:\n${output()}`);
}

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end, without input; gives its exit code, any code, and its output. */
export function runToEnd(command: string, args: readonly string[], options: LaunchOptions = {}) {
  const whole = { maxBuffer: 16_000_000, ...options, env: { ...compileCache, ...options.env } };
  return new Promise<CommandResult>((settle) => {
    const child = execFile(command, args, whole, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
      settle({ code, stdout, stderr: child.pid === undefined ? String(error) : stderr });
    });
    child.stdin?.end();
  });
}

/** Runs a program to its end; returns what it printed. @throws Error with its whole output when it fails */
export async function output(command: string, args: readonly string[], options: LaunchOptions = {}) {
  const env = options.env ?? operatorEnvironment();
  const { code, stdout, stderr } = await runToEnd(command, args, { ...options, env });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout + stderr;
}
