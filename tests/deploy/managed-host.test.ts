import { once } from 'node:events';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { launch, operatorEnvironment, untilAnswers } from '../support/launched.ts';
import { createDatabase } from '../support/postgres.ts';
import { freePort } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { checkOutBuilt } from './checkout.ts';

it('R16: npm start serves as on managed hosts (their port and PostgreSQL, a checkout that cannot be written), and ends on SIGTERM and SIGINT', async () => {
  const cwd = await temporaryFolder();
  await checkOutBuilt(cwd);
  const setMode = (mode: number) => {
    for (const folder of ['dist', 'src', '.']) chmodSync(join(cwd, folder), mode);
  };
  onTestFinished(() => setMode(0o755));
  setMode(0o555);
  const port = await freePort();
  const env = {
    ...operatorEnvironment(),
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PORT: `${port}`,
    SITE_URL: 'https://www.exemple.fr',
    DATABASE_URL: await createDatabase(inject('postgresUrl')),
    TRUST_PROXY: '1',
    RATE_LIMIT: '',
  };
  // Root could write in any case.
  const heldBack = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : [];
  const [program = '', ...args] = [...heldBack, 'npm', 'start'];
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const start = launch(program, args, { cwd, env });
    onTestFinished(async () => void (await start.end()));
    await untilAnswers(`http://127.0.0.1:${port}/readyz`, start);
    const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-proto': 'https' } });
    expect(page.status).toBe(200);
    expect(readdirSync(cwd)).not.toContain('data');
    expect(await start.end(signal), signal).toBe(0);
    expect(start.output()).toContain('Arrêté');
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  }
  const killed = 'data:text/javascript,/start-server/.test(process.argv[1])&&process.kill(process.pid,9)';
  for (const fault of [{ PORT: 'x' }, { NODE_OPTIONS: `--import=${killed}` }]) {
    const wrong = launch(program, args, { cwd, env: { ...env, ...fault } });
    expect(await once(wrong.process, 'exit'), 'a host starts again what has failed').toEqual([1, null]);
  }
});
