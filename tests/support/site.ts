import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endProcess } from './processes.ts';
import { ROOT } from './root.ts';

const READY_WITHIN_MS = 60_000;
const PINO_ERROR = 50;
/** Linux gives out those from 32768 on. Processes with neighbouring numbers begin far apart, as each counts by itself. */
const PORTS = { first: 10_000, count: 10_000, apart: 97 };
let asked = 0;
/** As under npm start: what was compiled once is not compiled again by each process. */
const compileCache = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Site {
  url: string;
  dataDir: string;
  /** All that the process printed so far. */
  output(): string;
  /** Runs the operator's command line on the same store. */
  cli(...words: string[]): Promise<CommandResult>;
  /** SIGKILL, as a crash would: nothing is asserted, the data stays. */
  kill(): Promise<void>;
  /** SIGTERM; throws unless the exit code is 0 and nothing unexpected was printed at level error. */
  stop(): Promise<void>;
}

interface SiteOptions {
  env?: Record<string, string>;
  /** The entry point to run; the ordinary server by default. */
  entryPoint?: 'src/start-dev.ts';
  /** A folder to reuse (it is then kept after `stop`); a temporary one by default. */
  dataDir?: string;
  port?: number;
  /** Log lines of level error that this test provokes. */
  expectedErrors?: RegExp;
}

/** Starts the site as a process of its own and waits until it is ready. Throws with its output when it does not come up. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'vitrine-')));
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...compileCache,
    PORT: `${port}`,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    ...options.env,
  };
  const child = spawn(process.execPath, [options.entryPoint ?? 'src/start-server.ts'], {
    cwd: ROOT,
    env,
    stdio: 'pipe',
  });
  const output = collect(child);
  await ready(url, child, output);
  const forget = async () => {
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  return {
    url,
    dataDir,
    output,
    cli: (...words) => runCli(words, env),
    kill: async () => {
      await endProcess(child, 'SIGKILL');
    },
    stop: async () => {
      const code = await endProcess(child, 'SIGTERM');
      await forget();
      if (code !== 0) throw new Error(`The site left with code ${code}:\n${output()}`);
      const errors = errorLines(output()).filter((line) => !options.expectedErrors?.test(line));
      if (errors.length > 0) throw new Error(`The site printed errors:\n${errors.join('\n')}`);
    },
  };
}

/**
 * A port that nobody listens on, of those that no system gives out by itself: from these another process of the tests would
 * be given it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    asked += 1;
    const port = PORTS.first + ((process.pid * PORTS.apart + asked) % PORTS.count);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  if (isListening) await once(server, 'close');
  return isListening;
}

/**
 * Runs one operator command and gives its exit code and output, whatever the code.
 * @param project where the project is, when it is a copy
 */
export function runCli(words: string[], env: Record<string, string>, project = ROOT): Promise<CommandResult> {
  return new Promise((settle) => {
    execFile(
      process.execPath,
      ['src/start-cli.ts', ...words],
      { cwd: project, env: { ...compileCache, ...env } },
      (error, stdout, stderr) => {
        settle({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr });
      },
    );
  });
}

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}

async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const latest = Date.now() + READY_WITHIN_MS;
  while (Date.now() < latest) {
    if (child.exitCode !== null) throw new Error(`The site left with code ${child.exitCode}:\n${output()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await delay(50);
  }
  child.kill('SIGKILL');
  throw new Error(`The site was not ready within ${READY_WITHIN_MS} ms:\n${output()}`);
}

function errorLines(output: string): string[] {
  return output.split('\n').filter((line) => levelOf(line) >= PINO_ERROR || line.startsWith('Error:'));
}

function levelOf(line: string): number {
  if (!line.startsWith('{')) return 0;
  try {
    return Number(JSON.parse(line).level ?? 0);
  } catch {
    return 0;
  }
}
