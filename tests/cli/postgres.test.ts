import { writeFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { runHeldBack } from '../support/ordinary-account.ts';
import { createDatabase } from '../support/postgres.ts';
import { createTestStore, testStore } from './test-store.ts';

const store = testStore('each');

it('leaves PostgreSQL to its own tools', async () => {
  const env = { DATABASE_URL: 'postgres://moi:pa55-w0rd@db.example:5432/site' };
  for (const [command, tool] of [
    ['backup', 'pg_dump'],
    ['restore', 'pg_restore'],
  ] as const) {
    const stderr = expect.stringMatching(new RegExp(`${tool}.* docs/operations/backup\\.md`));
    expect(await store.runWith(env, command, 'site.dump')).toMatchObject({ code: 1, stderr });
  }
});

it('says which part of the address PostgreSQL refuses', async () => {
  const refusal = async (change: (url: URL) => void) => {
    const url = new URL(inject('postgresUrl'));
    change(url);
    const { code, stderr } = await store.runWith({ DATABASE_URL: url.href }, 'profile', 'export');
    expect(code).toBe(5);
    expect(stderr).not.toContain('pa55-w0rd');
    return stderr;
  };
  expect(await refusal((url) => (url.password = 'pa55-w0rd'))).toContain('(28P01)');
  expect(await refusal((url) => (url.pathname = '/absente'))).toContain('(3D000)');
  expect(await refusal((url) => (url.port = '1'))).toContain('(ECONNREFUSED)');
  expect(await refusal((url) => (url.search = 'sslmode=verify-full'))).toContain('n’a pas de TLS');
  const noFile = `sslmode=verify-full&sslrootcert=${store.file('absent.pem')}`;
  expect(await refusal((url) => (url.search = noFile))).toContain('vérifiez sslrootcert');
});

it('is not called sound while it takes no writes, and what only counts works', async () => {
  const url = new URL(await createDatabase(inject('postgresUrl')));
  await (await createTestStore(url.href)).remove();
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const examined = await store.runWith({ DATABASE_URL: url.href }, 'doctor');
  expect([examined.code, examined.stdout]).toEqual([
    1,
    expect.stringContaining('n’accepte que des lectures'),
  ]);
  expect(examined.stdout).not.toContain('modifiable');
  expect(await store.runWith({ DATABASE_URL: url.href }, 'advanced', 'retention', '--dry-run')).toMatchObject(
    { code: 0 },
  );
});

it('says so of a certificate for PostgreSQL that this account may not read', async () => {
  const file = store.file('closed.pem');
  await writeFile(file, '', { mode: 0o000 });
  const url = new URL(inject('postgresUrl'));
  url.search = `sslmode=verify-full&sslrootcert=${file}`;
  const { status, stderr } = runHeldBack(['src/start-cli.ts', 'messages', 'list'], {
    env: { DATABASE_URL: url.href },
  });
  expect(stderr).toMatch(/\(EACCES\).*droits de sslrootcert/);
  expect(status).toBe(5);
});
