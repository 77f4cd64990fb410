import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, runToEnd, untilAnswers } from './launched.ts';
import { ROOT } from './root.ts';

/**
 * Linux assigns ports from 32768 up, and `fetch` and browsers refuse 10080. Processes with neighbouring numbers begin far
 * apart, because each counts by itself.
 */
const PORTS = { first: 10_100, count: 9_900, apart: 97 };
let asked = 0;

export type Site = Awaited<ReturnType<typeof startSite>>;

interface SiteOptions {
  env?: Record<string, string>;
  entryPoint?: 'src/start-dev.ts';
  /** A folder to reuse, which stays after `stop`; by default a temporary one. */
  dataDir?: string;
  port?: number;
  /** A checkout with its own build; by default this one. */
  cwd?: string;
}

/** Starts the site as a separate process and waits until it is ready. @throws Error with its output if it does not start */
export async function startSite(options: SiteOptions = {}) {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'vitrine-')));
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = { PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: dataDir, RATE_LIMIT: 'off', ...options.env };
  const patience = process.env['FAULTS'] === 'long' ? [] : ['--import', './tests/support/no-shedding.ts'];
  const program = [...patience, options.entryPoint ?? 'src/start-server.ts'];
  const site = launch(process.execPath, program, { cwd: options.cwd ?? ROOT, env });
  await untilAnswers(`${url}/readyz`, site).catch(async (error) => {
    await site.end('SIGKILL');
    throw error;
  });
  return {
    url,
    output: site.output,
    cli: (...words: string[]) => runCli(words, env),
    /** Sends a signal and returns the exit code, without any expectation; the data stays. */
    end: site.end,
    kill: async () => void (await site.end('SIGKILL')),
    /** Sends SIGTERM. @throws unless the exit code is 0 and nothing unexpected was printed at level error */
    stop: async () => {
      const code = await site.end();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The site left with code ${code}:\n${site.output()}`);
      const errors = errorLines(site.output());
      if (errors.length > 0) throw new Error(`The site printed errors:\n${errors.join('\n')}`);
    },
  };
}

/** Finds a free port among those that no system assigns, because another process could get one of those first. */
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

/** Runs one operator command in a separate process; gives its exit code, any code, and its output. */
export function runCli(words: string[], env: Record<string, string>) {
  return runToEnd(process.execPath, ['src/start-cli.ts', ...words], { cwd: ROOT, env });
}

/** Returns the lines of the log at level error or worse, and the lines of a crash. */
export function errorLines(output: string): string[] {
  return output.split('\n').filter((line) => /^(\{"level":[56]0|Error:)/.test(line));
}
