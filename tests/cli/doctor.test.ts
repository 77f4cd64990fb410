import { once } from 'node:events';
import { chmod, cp, mkdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runHeldBack } from '../support/ordinary-account.ts';
import { ROOT } from '../support/root.ts';
import { freePort, runCli } from '../support/site.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { createTestStore, type TestStore } from './test-store.ts';

let store: TestStore;
beforeEach(async () => {
  store = await createTestStore();
});
afterEach(() => store.remove());

interface Check {
  name: string;
  verdict: string;
  detail: string;
  fix: string | null;
}

interface Examined {
  code: number;
  ok: boolean;
  /** Verdict by check. */
  verdicts: Record<string, string>;
  details: Record<string, string>;
  fixes: Record<string, string | null>;
}

async function examine(env: Record<string, string> = {}): Promise<Examined> {
  const { code, stdout } = await store.runWith({ PORT: `${await freePort()}`, ...env }, 'doctor', '--json');
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
  for (const { verdict, fix } of checks) expect(fix === null).toBe(verdict === 'ok');
  return {
    code,
    ok,
    verdicts: Object.fromEntries(checks.map(({ name, verdict }) => [name, verdict])),
    details: Object.fromEntries(checks.map(({ name, detail }) => [name, detail])),
    fixes: Object.fromEntries(checks.map(({ name, fix }) => [name, fix])),
  };
}

it('LEGAL-1: finds a fresh local store well, with what is left to do before publishing', async () => {
  await store.run('advanced', 'retention');
  const { code, ok, verdicts } = await examine();
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  expect(verdicts).toEqual({
    identity: 'warning',
    profile: 'warning',
    site: 'warning',
    proxy: 'ok',
    smtp: 'warning',
    outbox: 'ok',
    store: 'ok',
    disk: 'ok',
    clock: 'ok',
    retention: 'ok',
    files: 'ok',
  });
  const { stdout } = await store.run('doctor');
  expect(stdout).toMatch(/^! Identité légale +\d+ valeurs d’exemple$/m);
  expect(stdout).toContain('npm run vitrine -- doctor --content');
  expect((await store.run('doctor', '--content')).stdout).toMatch(/identity\.ts:\d+/);
});

it('lists what is still the example, with file and line, and fails while there is any', async () => {
  const { code, stdout } = await store.run('doctor', '--content', '--json');
  expect(code).toBe(1);
  const identity = (await readFile(join(ROOT, 'src/content/identity.ts'), 'utf8')).split('\n');
  const line = identity.findIndex((text) => text.includes('  contactEmail:')) + 1;
  const what = 'adresse e-mail de contact\u00a0: «\u00a0bonjour@exemple.fr\u00a0»';
  expect(JSON.parse(stdout)).toContainEqual({ file: 'src/content/identity.ts', line, what });
  expect(JSON.parse(stdout)).toContainEqual({
    file: 'public/images/avatar.svg',
    line: null,
    what: 'le fichier est celui de l’exemple',
  });
});

it('holds a public site to what a local one may leave open', async () => {
  const { code, verdicts, details } = await examine({ SITE_URL: 'https://site.invalid' });
  expect(code).toBe(1);
  expect(verdicts).toMatchObject({
    identity: 'problem',
    profile: 'problem',
    site: 'problem',
    tls: 'problem',
    proxy: 'problem',
    smtp: 'problem',
  });
  expect(details['proxy']).toContain('TRUST_PROXY=0');
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
  expect((await examine()).details['profile']).toContain('Camille Moreau');
  const profile = JSON.parse((await store.run('profile', 'export')).stdout);
  await writeFile(store.file('profil.json'), JSON.stringify({ ...profile, name: 'Anne Durand' }));
  await store.run('profile', 'import', store.file('profil.json'));
  expect((await examine()).verdicts['profile']).toBe('ok');
});

it('tries the mail server', async () => {
  const sink = await startSmtpSink({ credentials: { user: 'a', pass: 'b' } });
  expect((await examine({ SMTP_URL: sink.url })).verdicts['smtp']).toBe('ok');
  const wrong = await examine({ SMTP_URL: sink.url.replace('a:b@', 'a:wrong@') });
  expect(wrong).toMatchObject({
    code: 1,
    verdicts: { smtp: 'problem' },
    details: { smtp: expect.stringContaining('535') },
  });
  expect(sink.messages).toEqual([]);
  await sink.stop();
  expect((await examine({ SMTP_URL: sink.url })).details['smtp']).toContain('ECONNREFUSED');
});

it('warns of mails that cross the network in the clear', async () => {
  const sink = await startSmtpSink();
  // This machine, by an address that is not known for it.
  const elsewhere = sink.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
  const plain = await examine({ SMTP_URL: elsewhere });
  expect(plain).toMatchObject({
    verdicts: { smtp: 'warning' },
    fixes: { smtp: expect.stringContaining('smtps://') },
  });
  const required = await examine({ SMTP_URL: `${elsewhere}?requireTLS=true` });
  expect(required).toMatchObject({
    verdicts: { smtp: 'problem' },
    fixes: { smtp: expect.stringContaining('STARTTLS') },
  });
  await sink.stop();
});

it('sees mails that do not leave', async () => {
  const sink = await startSmtpSink();
  await store.add({});
  const secondsAgo = (queued: number, due: number) =>
    store.open(({ db }) =>
      db
        .updateTable('outbox')
        .set({ created_at: Date.now() - queued * 1000, due_at: Date.now() - due * 1000 })
        .execute(),
    );
  const verdict = async () => (await examine({ SMTP_URL: sink.url })).verdicts['outbox'];
  await secondsAgo(9 * 60, -60);
  expect(await verdict()).toBe('ok');
  await secondsAgo(11 * 60, -60);
  expect(await verdict()).toBe('problem');
  await secondsAgo(9 * 60, -60);
  await store.open(({ db }) => db.updateTable('outbox').set({ last_error: 'SMTP 552' }).execute());
  expect(await verdict()).toBe('warning');
  expect((await examine({ SMTP_URL: sink.url })).details['outbox']).toContain('SMTP 552');
  await store.open(({ db }) =>
    db.updateTable('outbox').set({ state: 'refused', last_error: 'SMTP 550' }).execute(),
  );
  expect((await examine({ SMTP_URL: sink.url })).details['outbox']).toContain('refusé');
  await sink.stop();
});

it('sees what is kept for too long, and a clock that is behind the data', async () => {
  await store.add({ at: Date.now() - 400 * 86_400_000 });
  expect((await examine()).verdicts['retention']).toBe('problem');
  await store.add({ at: Date.now() + 3_600_000, message: { message: 'Venu du futur' } });
  expect((await examine()).verdicts['clock']).toBe('problem');
});

it('warns of a retention run in the future, until another one takes its place', async () => {
  await store.run('advanced', 'retention');
  const ranIn = (milliseconds: number) =>
    store.open(({ db }) =>
      db
        .updateTable('task_run')
        .set({ ran_at: Date.now() + milliseconds })
        .execute(),
    );
  const status = async () => (await store.run('advanced', 'retention', '--dry-run')).stdout;
  await ranIn(3_600_000);
  const { verdicts, fixes } = await examine();
  expect(verdicts['retention']).toBe('warning');
  expect(fixes['retention']).toContain('advanced retention');
  expect(await status()).toMatch(/dans le futur.*advanced retention/s);
  await ranIn(2_000);
  expect((await examine()).verdicts['retention']).toBe('ok');
  expect(await status()).toContain('il y a');
  await ranIn(3_600_000);
  await store.run('advanced', 'retention');
  expect((await examine()).verdicts).toMatchObject({ retention: 'ok', clock: 'ok' });
  expect(await status()).toContain('il y a');
});

it('sees data that other accounts may read', async () => {
  await chmod(`${store.dataDir}/vitrine.db`, 0o644);
  const { verdicts, details } = await examine();
  expect(verdicts['files']).toBe('warning');
  expect(details['files']).toContain('644');
});

it('prints commands that hold for a folder with a blank', async () => {
  const dataDir = store.file('mes données');
  await cp(store.dataDir, dataDir, { recursive: true });
  await chmod(dataDir, 0o755);
  const fix = async () => (await examine({ DATA_DIR: dataDir })).fixes['files'];
  expect(await fix()).toBe(`chmod 700 '${dataDir}'`);
  await chmod(dataDir, 0o700);
  const former = join(dataDir, 'vitrine-avant-2026-11-22.db');
  await writeFile(former, '', { mode: 0o600 });
  expect(await fix()).toContain(`rm '${former}'`);
});

it.each([
  ['600', 'ok'],
  ['640', 'ok'],
  ['644', 'warning'],
])(
  'sees whether every account may read the settings, where the link .env leads: %s is %s',
  async (mode, verdict) => {
    const [file, folder] = [store.file('vitrine.env'), store.file('site')];
    await writeFile(file, 'SMTP_URL=smtp://studio:secret@127.0.0.1:9');
    await chmod(file, Number.parseInt(mode, 8));
    await mkdir(folder);
    await symlink(file, join(folder, '.env'));
    const args = [join(ROOT, 'src/start-cli.ts'), 'doctor', '--json'];
    const { stdout } = runHeldBack(args, { cwd: folder, env: { DATA_DIR: store.dataDir } });
    const found = (JSON.parse(stdout).checks as Check[]).find(({ name }) => name === 'files');
    const fix = verdict === 'ok' ? null : `chmod o-rwx '${await realpath(file)}'`;
    expect(found).toMatchObject({ verdict, fix });
  },
);

it('sees that the daily copy failed, or is not ordered, where systemd knows of one', async () => {
  const systemctl = async (...units: string[]) => {
    const script = `#!/bin/sh\ncat <<'END'\n${units.join('\n\n')}\nEND\n`;
    await writeFile(store.file('systemctl'), script, { mode: 0o755 });
    return examine({ PATH: `${store.file('.')}:${process.env['PATH']}` });
  };
  const unit = (load: string, active: string, result: string) =>
    `LoadState=${load}\nActiveState=${active}\nResult=${result}\nExecMainExitTimestamp=Sun 2026-11-22 04:10:02 CET`;
  const service = unit('loaded', 'inactive', 'success');
  const timer = unit('loaded', 'active', 'success');
  expect((await systemctl(service, timer)).verdicts['backup']).toBe('ok');
  const failed = await systemctl(unit('loaded', 'failed', 'exit-code'), timer);
  expect(failed).toMatchObject({ code: 1, verdicts: { backup: 'problem' } });
  expect(failed.details['backup']).toContain('exit-code');
  expect((await systemctl(service, unit('loaded', 'inactive', 'success'))).verdicts['backup']).toBe(
    'warning',
  );
  const notSince = service.replace(/Timestamp=.*/, 'Timestamp=');
  expect((await systemctl(notSince, timer)).verdicts['backup']).toBe('warning');
  const none = unit('not-found', 'inactive', 'success');
  expect((await systemctl(none, none)).verdicts).not.toHaveProperty('backup');
});

it('sees a missing store, and still checks the rest', async () => {
  await rm(store.dataDir, { recursive: true });
  const { code, verdicts } = await examine();
  expect(code).toBe(1);
  expect(verdicts).toMatchObject({ store: 'problem', identity: 'warning' });
  expect(verdicts).not.toHaveProperty('outbox');
});

it('warns of a trusted proxy where there is none', async () => {
  expect((await examine({ TRUST_PROXY: '1' })).verdicts['proxy']).toBe('warning');
});

/** An API behind a proxy, as far as `doctor` looks. */
async function startApi() {
  const api = createServer((_request, response) => {
    response.setHeader('via', '1.1 proxy').end(JSON.stringify({ checks: {} }));
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  return { url: `http://127.0.0.1:${(api.address() as AddressInfo).port}`, stop: () => api.close() };
}

it('looks at the API where that is another host than the site', async () => {
  const api = await startApi();
  const { verdicts, details, fixes } = await examine({
    SITE_URL: 'https://site.invalid',
    API_URL: api.url,
  });
  expect(verdicts).toMatchObject({ site: 'problem', proxy: 'problem' });
  expect(details['site']).toContain(`${api.url} répond`);
  expect(fixes['site']).toContain('API_URL');
  expect(details['proxy']).toContain('via');
  expect(verdicts, 'the API is not on TLS').not.toHaveProperty('tls');
  api.stop();

  const away = await examine({ SITE_URL: 'http://localhost:3000', API_URL: 'https://api.invalid' });
  expect(away.details['site']).toContain('https://api.invalid');
  expect(away.verdicts).toMatchObject({ site: 'problem', tls: 'problem' });
  expect(away.fixes['tls']).toContain('API_URL');
});

it('names each value of the identity that is wrong, with what it should be', async () => {
  const copy = store.file('project');
  for (const name of ['src', 'migrations', 'package.json'])
    await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(resolve(import.meta.dirname, '../../node_modules'), join(copy, 'node_modules'));
  const file = join(copy, 'src/content/identity.ts');
  const example = await readFile(file, 'utf8');
  await writeFile(
    file,
    example
      .replace(/registration: example\(.*\)/, "registration: 'SIREN 123'")
      .replace(/phone: example\(.*\)/, "phone: ''"),
  );
  const { stdout } = await runCli(['doctor', '--json'], { DATA_DIR: store.dataDir }, copy);
  const found = (JSON.parse(stdout).checks as Check[]).filter(({ name }) => name === 'identity');
  expect(found.map(({ verdict }) => verdict)).toEqual(['warning', 'warning', 'warning']);
  expect(found.map(({ detail }) => detail)).toEqual([
    '16 valeurs d’exemple',
    'à corriger : numéro d’immatriculation',
    'à corriger : téléphone',
  ]);
  expect(found[1]?.fix).toMatch(
    /^src\/content\/identity\.ts, registration\s: .*SIREN 123.*il faut un numéro SIREN/,
  );
});
