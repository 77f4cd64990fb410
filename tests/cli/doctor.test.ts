import { once } from 'node:events';
import { chmod, cp, mkdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { checkStore } from '../../src/cli/doctor/store.server.ts';
import { DAY_MS, systemClock } from '../../src/config/clock.ts';
import { readConfig } from '../../src/config/config.server.ts';
import { storeMessage } from '../../src/contact/store-message.server.ts';
import { aMessage } from '../support/contact.ts';
import { runHeldBack } from '../support/ordinary-account.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { createTestStore, type TestStore } from './test-store.ts';

let store: TestStore;
beforeEach(async () => {
  store = await createTestStore();
});
afterEach(() => store.remove());

interface Check {
  name: string;
  verdict: 'ok' | 'warning' | 'problem';
  detail: string;
  fix: string | null;
}

/** Gives the exit code of `doctor` and what it says, by check. */
async function examine(env: Record<string, string> = {}) {
  const { code, stdout } = await store.runWith({ PORT: `${await freePort()}`, ...env }, 'doctor', '--json');
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
  for (const { verdict, fix } of checks) expect(fix === null).toBe(verdict === 'ok');
  return { code, ok, checks: Object.fromEntries(checks.map((check) => [check.name, check])) };
}

const verdictOf = async (name: string, env = {}) => (await examine(env)).checks[name]?.verdict;
const containing = (text: string) => expect.stringContaining(text);

it('LEGAL-1: finds a fresh local store well, with what is left to do before publishing', async () => {
  await store.run('advanced', 'retention');
  const { code, ok, checks } = await examine();
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  expect(Object.values(checks).map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
    'identity warning',
    'profile warning',
    'site warning',
    'proxy ok',
    'smtp warning',
    'outbox ok',
    'store ok',
    'disk ok',
    'clock ok',
    'retention ok',
    'files ok',
  ]);
  const { stdout } = await store.runApart('doctor');
  expect(stdout).toMatch(/^! Identité légale +\d+ valeurs d’exemple$/m);
  expect(stdout).toContain('npm run vitrine -- doctor --content');
});

it('lists what is still the example, with file and line, and fails while there is any', async () => {
  const { code, stdout } = await store.run('doctor', '--content', '--json');
  expect(code).toBe(1);
  const identity = (await readFile(join(ROOT, 'src/content/identity.ts'), 'utf8')).split('\n');
  const line = identity.findIndex((text) => text.includes('  contactEmail:')) + 1;
  const what = 'adresse e-mail de contact\u00a0: «\u00a0bonjour@exemple.fr\u00a0»';
  const avatar = {
    file: 'public/images/avatar.svg',
    line: null,
    what: 'le fichier est celui de l’exemple',
  };
  const found = [{ file: 'src/content/identity.ts', line, what }, avatar];
  expect(JSON.parse(stdout)).toEqual(expect.arrayContaining(found));
});

it('holds a public site to what a local one may leave open', async () => {
  const { code, checks } = await examine({ SITE_URL: 'https://site.invalid' });
  expect(code).toBe(1);
  for (const name of ['identity', 'profile', 'site', 'proxy', 'smtp'])
    expect(checks[name]).toMatchObject({ name, verdict: 'problem' });
  expect(checks['proxy']?.detail).toContain('TRUST_PROXY=0');
});

it('makes of a check that cannot be made a problem beside the others', async () => {
  const db = new DatabaseSync(`${store.dataDir}/vitrine.db`);
  db.exec('alter table profile rename to other');
  db.close();
  const { code, stdout } = await store.run('doctor');
  expect(code).toBe(1);
  expect(stdout).toMatch(/le contrôle n’a pas pu se faire \(no such table: profile\)/);
  expect(stdout).toContain('SQLite, saine');
});

it('sees whether visitors are shown the invented profile', async () => {
  expect((await examine()).checks['profile']?.detail).toContain('Camille Moreau');
  const profile = JSON.parse((await store.run('profile', 'export')).stdout);
  await writeFile(store.file('profil.json'), JSON.stringify({ ...profile, name: 'Anne Durand' }));
  await store.run('profile', 'import', store.file('profil.json'));
  expect(await verdictOf('profile')).toBe('ok');
});

async function aSink(options = {}) {
  const sink = await startSmtpSink(options);
  onTestFinished(sink.stop);
  return sink;
}

it('tries the mail server, and sends nothing', async () => {
  const sink = await aSink({ credentials: { user: 'a', pass: 'b' } });
  const smtp = async (SMTP_URL: string) => (await examine({ SMTP_URL })).checks['smtp'];
  expect(await smtp(sink.url)).toMatchObject({ verdict: 'ok' });
  const wrong = await smtp(sink.url.replace('a:b@', 'a:wrong@'));
  expect(wrong).toMatchObject({ verdict: 'problem', detail: containing('535') });
  expect(sink.messages).toEqual([]);
  await sink.stop();
  expect(await smtp(sink.url)).toMatchObject({ detail: containing('ECONNREFUSED') });
});

it.each([
  ['', 'warning', 'smtps://'],
  ['?requireTLS=true', 'problem', 'STARTTLS'],
])('warns of mails that cross the network in the clear: %s', async (option, verdict, fix) => {
  const { url } = await aSink();
  // This machine, by an address that is not known for it.
  const SMTP_URL = `${url.replace('127.0.0.1', '[::ffff:127.0.0.1]')}${option}`;
  expect((await examine({ SMTP_URL })).checks['smtp']).toMatchObject({ verdict, fix: containing(fix) });
});

it.each([
  ['for nine minutes', 9, {}, 'ok', ''],
  ['for eleven minutes', 11, {}, 'problem', ''],
  ['as they were put off', 9, { last_error: 'SMTP 552' }, 'warning', 'SMTP 552'],
  ['as they were refused', 9, { state: 'refused', last_error: 'SMTP 550' }, 'problem', 'refusé'],
] as const)('sees mails that do not leave: %s', async (_why, minutes, mail, verdict, detail) => {
  await store.add({});
  const created_at = Date.now() - minutes * 60_000;
  const waiting = { created_at, due_at: Date.now() + 60_000, ...mail };
  await store.open(({ db }) => db.updateTable('outbox').set(waiting).execute());
  const { checks } = await examine({ SMTP_URL: (await aSink()).url });
  expect(checks['outbox']).toMatchObject({ verdict, detail: containing(detail) });
});

it('sees what is kept for too long', async () => {
  await store.add({ at: Date.now() - 400 * DAY_MS });
  expect(await verdictOf('retention')).toBe('problem');
});

it.each([
  ['a message', () => store.add({ at: Date.now() + 3_600_000 })],
  [
    'a retention run',
    async () => {
      await store.run('advanced', 'retention');
      const ran_at = Date.now() + 3_600_000;
      await store.open(({ db }) => db.updateTable('task_run').set({ ran_at }).execute());
    },
  ],
])('says of %s in the future that the clock is wrong now, or was', async (_what, happen) => {
  await happen();
  const wrong = {
    verdict: 'problem',
    detail: containing('déjà des données du'),
    fix: containing('timedatectl'),
  };
  expect((await examine()).checks['clock']).toMatchObject(wrong);
});

it('tells a store that another program writes to from one that is read-only', async () => {
  const config = readConfig({ DATA_DIR: store.dataDir });
  await store.open(async (storage) => {
    await sql`pragma busy_timeout = 50`.execute(storage.db);
    const check = () => checkStore({ config, clock: systemClock, storage, storeError: undefined });
    const writer = new DatabaseSync(`${store.dataDir}/vitrine.db`);
    writer.exec('begin immediate');
    expect(await check()).toMatchObject({
      verdict: 'problem',
      fix: containing('occupée par un autre programme'),
    });
    writer.close();
    expect(await check()).toMatchObject({ verdict: 'ok' });
  });
});

it('warns of notices that do not leave, where there is a NOTIFY_URL', async () => {
  const NOTIFY_URL = 'http://127.0.0.1:1/';
  await store.open((storage) => storeMessage(storage, aMessage(), Date.now(), true));
  const set = (row: { last_error: string; created_at?: number }) =>
    store.open(({ db }) => db.updateTable('notice').set(row).execute());
  expect(await verdictOf('notices', { NOTIFY_URL })).toBe('ok');
  await set({ last_error: 'HTTP 404' });
  const warned = { verdict: 'warning', detail: containing('HTTP 404'), fix: containing('mail test') };
  expect((await examine({ NOTIFY_URL })).checks['notices']).toMatchObject(warned);
  expect(await verdictOf('notices')).toBeUndefined();
  await set({ last_error: 'HTTP 404', created_at: Date.now() - 11 * DAY_MS });
  expect(await verdictOf('notices', { NOTIFY_URL })).toBe('ok');
});

it('sees data that other accounts may read', async () => {
  await chmod(`${store.dataDir}/vitrine.db`, 0o644);
  expect((await examine()).checks['files']).toMatchObject({ verdict: 'warning', detail: containing('644') });
});

it('prints commands that hold for a folder with a blank, and for the side files of an older store', async () => {
  const dataDir = store.file('mes données');
  await cp(store.dataDir, dataDir, { recursive: true });
  await chmod(dataDir, 0o755);
  const fix = async () => (await examine({ DATA_DIR: dataDir })).checks['files']?.fix;
  expect(await fix()).toBe(`chmod 700 '${dataDir}'`);
  await chmod(dataDir, 0o700);
  const former = join(dataDir, 'vitrine-avant-2026-11-22.db');
  for (const side of ['', '-wal']) await writeFile(former + side, '', { mode: 0o600 });
  expect(await fix()).toContain(`rm '${former}' '${former}-wal'`);
});

it('sees whether every account may read the settings, where the link .env leads', async () => {
  const [file, folder] = [store.file('vitrine.env'), store.file('site')];
  await writeFile(file, 'SMTP_URL=smtp://studio:secret@127.0.0.1:9');
  await mkdir(folder);
  await symlink(file, join(folder, '.env'));
  const filesCheck = async (mode: number) => {
    await chmod(file, mode);
    const args = [join(ROOT, 'src/start-cli.ts'), 'doctor', '--json'];
    const { stdout } = runHeldBack(args, { cwd: folder, env: { DATA_DIR: store.dataDir } });
    return (JSON.parse(stdout).checks as Check[]).find(({ name }) => name === 'files');
  };
  expect(await filesCheck(0o640)).toMatchObject({ verdict: 'ok', fix: null });
  const fix = `chmod o-rwx '${await realpath(file)}'`;
  expect(await filesCheck(0o644)).toMatchObject({ verdict: 'warning', fix });
});

it('sees that the daily copy failed, or is not ordered, where systemd knows of one', async () => {
  const backupCheck = async (...units: Record<string, string>[]) => {
    const texts = units.map((unit) => Object.entries(unit).map(([key, value]) => `${key}=${value}`));
    const lines = texts.map((text) => text.join('\n')).join('\n\n');
    await writeFile(store.file('systemctl'), `#!/bin/sh\ncat <<'END'\n${lines}\nEND\n`, { mode: 0o755 });
    const { checks } = await examine({ PATH: `${store.file('.')}:${process.env['PATH']}` });
    return checks['backup'];
  };
  const service = {
    LoadState: 'loaded',
    ActiveState: 'inactive',
    Result: 'success',
    ExecMainExitTimestamp: 'Sun 2026-11-22 04:10:02 CET',
  };
  const timer = { ...service, ActiveState: 'active' };
  expect(await backupCheck(service, timer)).toMatchObject({ verdict: 'ok' });
  const failed = await backupCheck({ ...service, ActiveState: 'failed', Result: 'exit-code' }, timer);
  expect(failed).toMatchObject({ verdict: 'problem', detail: containing('exit-code') });
  expect(await backupCheck(service, service)).toMatchObject({ verdict: 'warning' });
  const never = { ...service, ExecMainExitTimestamp: '' };
  expect(await backupCheck(never, timer)).toMatchObject({ verdict: 'warning' });
  const none = { ...service, LoadState: 'not-found' };
  expect(await backupCheck(none, none)).toBeUndefined();
});

it('sees a missing store, and still checks the rest', async () => {
  await rm(store.dataDir, { recursive: true });
  const { code, checks } = await examine();
  expect(code).toBe(1);
  expect(checks).toMatchObject({ store: { verdict: 'problem' }, proxy: { verdict: 'ok' } });
  expect(checks).not.toHaveProperty('outbox');
});

it('warns of a trusted proxy where there is none', async () => {
  expect(await verdictOf('proxy', { TRUST_PROXY: '1' })).toBe('warning');
});

it('looks at the API where that is another host than the site', async () => {
  const api = createServer((_request, response) => {
    response.setHeader('via', '1.1 proxy').end(JSON.stringify({ checks: {} }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void api.close());
  await once(api, 'listening');
  const API_URL = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const { checks } = await examine({ SITE_URL: 'https://site.invalid', API_URL });
  expect(checks).toMatchObject({
    site: { verdict: 'problem', detail: containing(`${API_URL} répond`), fix: containing('API_URL') },
    proxy: { verdict: 'problem', detail: containing('via') },
  });
  const away = await examine({ SITE_URL: 'http://localhost:3000', API_URL: 'https://api.invalid' });
  const silent = {
    verdict: 'problem',
    detail: containing('https://api.invalid'),
    fix: containing('API_URL'),
  };
  expect(away.checks['site']).toMatchObject(silent);
});
