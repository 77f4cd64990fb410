import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { launch, operatorEnvironment, untilAnswers } from '../support/launched.ts';
import { createDatabase } from '../support/postgres.ts';
import { freePort } from '../support/site.ts';
import { checkOutBuilt } from './checkout.ts';

it('starts as managed hosts do it: their port and PostgreSQL, and a checkout that cannot be written', async () => {
  const checkout = await checkOutBuilt();
  const setWritable = (mode: number) => {
    for (const folder of ['dist', 'src', '.']) chmodSync(join(checkout.dir, folder), mode);
  };
  onTestFinished(async () => {
    setWritable(0o755);
    await checkout.remove();
  });
  setWritable(0o555);
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
  // Root would write all the same.
  const heldBack = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : [];
  const [program = '', ...args] = [...heldBack, process.execPath, 'scripts/start.mjs'];
  const site = launch(program, args, { cwd: checkout.dir, env });
  onTestFinished(async () => void (await site.end()));
  await untilAnswers(`http://127.0.0.1:${port}/readyz`, site);
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-proto': 'https' } });
  expect(page.status).toBe(200);
  expect(readdirSync(checkout.dir)).not.toContain('data');
  expect(await site.end()).toBe(0);
});
