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

const running = new Set<SiteProcess>();

/** Ends the sites that an attack which failed left behind. */
export async function endLeftSites(): Promise<void> {
  await Promise.all([...running].map((site) => site.end('SIGKILL')));
}

/** Starts the site on a store. Throws with its output when it does not come up. */
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
  await untilAnswers(`${url}/readyz`, launched);
  const site: SiteProcess = {
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
      const code = await launched.end(signal);
      running.delete(site);
      return { code, ms: performance.now() - asked };
    },
  };
  running.add(site);
  return site;
}

/** Lines of the log at level warn or worse. */
export function troubleLines(output: string): string[] {
  return output.split('\n').filter((line) => /^\{"level":[456]0,/.test(line));
}
