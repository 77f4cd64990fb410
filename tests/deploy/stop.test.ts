import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { launch, operatorEnvironment, untilAnswers } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';

it.each(['SIGTERM', 'SIGINT'] as const)(
  'R16: %s to npm start ends the server, and its port is free',
  async (signal) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-stop-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const port = await freePort();
    const env = { ...operatorEnvironment(), PORT: `${port}`, DATA_DIR: dataDir };
    const npm = launch('npm', ['start', '--silent'], { cwd: ROOT, env });
    await untilAnswers(`http://127.0.0.1:${port}/readyz`, npm);
    npm.process.kill(signal);
    await expect.poll(npm.output).toContain('Arrêté');
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          () => 'answers',
          () => 'free',
        ),
      )
      .toBe('free');
  },
);
