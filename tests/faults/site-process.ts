import { onTestFinished } from 'vitest';
import { metricsPort } from '../../src/http/metrics-listener.server.ts';
import type { StorageLocation } from '../../src/storage/open-storage.server.ts';
import { launch, untilAnswers } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';

/** The built site as a process of its own. */
export interface SiteProcess {
  url: string;
  /** From its start until `/readyz` said yes, in milliseconds. */
  readyMs: number;
  output(): string;
  /** Whether the process is there. */
  readonly alive: boolean;
  /** One of its metrics, by its name and labels. */
  metric(line: string): Promise<number>;
  /** Sends a signal, waits for the end, gives the exit code and how long it took in milliseconds. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
}

/** Starts the site on a store, ended with the test at the latest. Throws with its output when it does not come up. */
export async function startSiteProcess({
  location,
  env: more = {},
}: {
  location: StorageLocation;
  env?: Record<string, string>;
}): Promise<SiteProcess> {
  const port = await freePort();
  const env = {
    PORT: `${port}`,
    DATA_DIR: location.dataDir,
    ...(location.databaseUrl ? { DATABASE_URL: location.databaseUrl } : {}),
    RATE_LIMIT: 'off',
    MAIL_RETRY_SECONDS: '1',
    ...more,
  };
  const began = performance.now();
  const launched = launch(process.execPath, ['src/start-server.ts'], { cwd: ROOT, env });
  const url = `http://127.0.0.1:${port}`;
  onTestFinished(async () => void (await launched.end('SIGKILL')));
  await untilAnswers(`${url}/readyz`, launched);
  return {
    url,
    readyMs: performance.now() - began,
    output: launched.output,
    get alive() {
      return launched.process.exitCode === null && launched.process.signalCode === null;
    },
    async metric(line) {
      const answer = await fetch(`http://127.0.0.1:${metricsPort(port)}/metrics`);
      const found = (await answer.text()).split('\n').find((each) => each.startsWith(`${line} `));
      return Number(found?.slice(line.length) ?? Number.NaN);
    },
    async end(signal) {
      const asked = performance.now();
      return { code: await launched.end(signal), ms: performance.now() - asked };
    },
  };
}

/** Lines of the log at this level or worse. */
export function troubleLines(output: string, least: 'warn' | 'error' = 'warn'): string[] {
  const levels = least === 'warn' ? /^\{"level":[456]0,/ : /^\{"level":[56]0,/;
  return output.split('\n').filter((line) => levels.test(line));
}
