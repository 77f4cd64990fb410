import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mailFix } from '../../src/cli/mail.server.ts';
import { ADMINISTRATOR_ID } from '../../src/profile/profile.ts';
import { readProfileVersion } from '../../src/profile/profiles.server.ts';
import { postGraphQL, startTestServer } from '../support/server.ts';
import { freePort } from '../support/site.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { runHere } from './run-here.ts';
import { createTestStore, type TestStore } from './test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.remove());

describe('profile', () => {
  const version = () => store.open(({ db }) => readProfileVersion(db, ADMINISTRATOR_ID));

  it('goes out and in again unchanged, and counts a version for each change', async () => {
    const file = store.file('profil.json');
    expect((await store.run('profile', 'export', file)).code).toBe(0);
    expect((await store.run('profile', 'import', file)).stderr).toContain('rien n’a été changé');
    expect(await version()).toBe(1);
    const profile = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...profile, name: 'Solène Moreau' }));
    expect((await store.run('profile', 'import', file, '--dry-run')).code).toBe(0);
    expect(await version()).toBe(1);
    expect((await store.run('profile', 'import', file)).stderr).toContain('version 2');
    expect(JSON.parse((await store.run('profile', 'export')).stdout).name).toBe('Solène Moreau');
  });

  it('goes out on stdout and in on stdin, for which - stands', async () => {
    const { stdout } = await store.run('profile', 'export', '-');
    expect(stdout).toBe((await store.run('profile', 'export')).stdout);
    const imported = await runHere(['profile', 'import', '-'], { DATA_DIR: store.dataDir }, stdout);
    expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining('rien n’a été changé') });
  });

  it('cleans the presentation when it is written, and tells the difference (HOME-5)', async () => {
    const profile = JSON.parse((await store.run('profile', 'export')).stdout);
    const file = store.file('hostile.json');
    const presentation =
      '<p onclick="x()">Bonjour<script>alert(1)</script> <a href="javascript:x">ici</a></p>';
    await writeFile(file, JSON.stringify({ ...profile, presentation }));
    const { code, stderr } = await store.run('profile', 'import', file);
    expect(code).toBe(0);
    expect(stderr).toContain(`- ${presentation}`);
    expect(stderr).toContain('+ <p>Bonjour');
    expect(stderr).toContain('p, br, strong, em,');
    expect((await store.run('profile', 'export')).stdout).not.toMatch(/onclick|<script|javascript:/);
  });

  it('reaches a running site within 2 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const site = await startTestServer({ DATA_DIR: store.dataDir });
    const query = '{ getAdminPublicProfil(id: 3) { name } }';
    const shown = async () => (await postGraphQL(site.url, { query })).body.data.getAdminPublicProfil.name;
    const profile = JSON.parse((await store.run('profile', 'export')).stdout);
    const file = store.file('new-name.json');
    await writeFile(file, JSON.stringify({ ...profile, name: 'Nouveau Nom' }));
    expect(await shown()).not.toBe('Nouveau Nom');
    await store.run('profile', 'import', file);
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    await expect.poll(shown).toBe('Nouveau Nom');
    await site.stop();
  });

  it('names each wrong field and its fix, and changes nothing', async () => {
    const before = await version();
    const file = store.file('wrong.json');
    await writeFile(
      file,
      JSON.stringify({ name: ' ', metier: 'a\nb', presentation: '<p></p>', projects: {}, titre: 'x' }),
    );
    const { code, stderr } = await store.run('profile', 'import', file);
    expect(code).toBe(1);
    for (const field of ['name', 'metier', 'projects', 'TechStacks', 'titre'])
      expect(stderr).toMatch(new RegExp(`^ {2}${field}\\u00a0: `, 'm'));
    await writeFile(file, '{ "name": ');
    expect((await store.run('profile', 'import', file)).stderr).toContain('JSON');
    await writeFile(file, '[]');
    expect((await store.run('profile', 'import', file)).code).toBe(1);
    expect((await store.run('profile', 'import', store.file('absent.json'))).code).toBe(3);
    expect((await store.run('profile', 'edit')).code).toBe(2);
    expect(await version()).toBe(before);
  });

  it('refuses a file that is not UTF-8, and takes one with the mark of UTF-8', async () => {
    const before = await version();
    const profile = { name: 'Hélène', metier: 'Développeuse', presentation: '<p>Été</p>' };
    const text = JSON.stringify({ ...profile, projects: [], TechStacks: [] });
    const file = store.file('encoded.json');
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [Buffer.from(text, 'latin1'), utf16, Buffer.from(utf16).swap16()]) {
      await writeFile(file, bytes);
      const fromFile = await store.run('profile', 'import', file);
      expect(fromFile).toMatchObject({ code: 1, stderr: expect.stringContaining('UTF-8') });
      const fromInput = await runHere(['profile', 'import', '-'], { DATA_DIR: store.dataDir }, bytes);
      expect(fromInput).toMatchObject({ code: 1, stderr: expect.stringContaining('UTF-8') });
    }
    expect(await version()).toBe(before);
    await writeFile(file, `\ufeff${text}`);
    expect((await store.run('profile', 'import', file)).code).toBe(0);
    expect((await store.run('profile', 'export')).stdout).toContain('Hélène');
  });

  describe('opened in an editor', () => {
    // Not among the command's own variables: Node looks for its folder in the process's.
    beforeEach(() => void vi.stubEnv('TMPDIR', dirname(store.dataDir)));
    afterEach(() => void vi.unstubAllEnvs());

    /** Runs `profile edit` with a shell script as the editor; its file is `$1`. */
    const edit = async (script: string) => {
      const editor = store.file('editor.sh');
      await writeFile(editor, script);
      const env = { DATA_DIR: store.dataDir, EDITOR: `/bin/sh '${editor}'` };
      const result = await runHere(['profile', 'edit'], env, '', true);
      return { ...result, kept: keptFile(result.stderr) };
    };
    const keptFile = (notes: string) => / profile import '(.+)'$/m.exec(notes)?.[1];
    const renameTo = (name: string) => `/bin/sed -i 's/"name": ".*"/"name": "${name}"/' "$1"`;
    const leftFolders = async () =>
      (await readdir(dirname(store.dataDir))).filter((name) => name.startsWith('vitrine-profil-'));

    it('is stored, and its file removed', async () => {
      const before = (await version()) ?? 0;
      expect(await edit(renameTo('Zoé Martin'))).toMatchObject({ code: 0, kept: undefined });
      expect(await version()).toBe(before + 1);
      const looked = (await edit('true')).stderr;
      expect(looked).toContain('rien n’a été changé');
      expect(looked).toContain('VISUAL="code --wait"');
      expect((await edit('exit 3')).code).toBe(1);
      expect(await leftFolders()).toEqual([]);
    });

    it.each(['SIGTERM', 'SIGHUP'])('keeps its file, and names it, when %s stops the command', (signal) => {
      const start = "process.stdin.isTTY = process.stderr.isTTY = true; await import('./src/start-cli.ts')";
      const { signal: stoppedBy, stderr } = spawnSync(
        process.execPath,
        ['--input-type=module', '--eval', start, 'vitrine', 'profile', 'edit'],
        {
          env: {
            DATA_DIR: store.dataDir,
            TMPDIR: dirname(store.dataDir),
            EDITOR: `kill -s ${signal.slice(3)} "$PPID"; sleep 1; :`,
          },
          encoding: 'utf8',
        },
      );
      expect(stoppedBy).toBe(signal);
      expect(existsSync(keptFile(stderr) ?? ''), stderr).toBe(true);
    });

    it('is refused, and kept, when the editor did not write UTF-8', async () => {
      const before = await version();
      const { code, stderr, kept = '' } = await edit(renameTo('H\\xe9l\\xe8ne'));
      expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining('UTF-8') });
      expect(await readFile(kept, 'latin1')).toContain('"Hélène"');
      expect(await version()).toBe(before);
    });

    it('keeps what was typed when the store does not take it, and says how to store it', async () => {
      const sql = (text: string) => store.open(({ db }) => db.executeQuery(CompiledQuery.raw(text)));
      await sql(`create trigger refuse before update on profile begin select raise(abort, 'full'); end`);
      const { code, stderr, kept = '' } = await edit(renameTo('Anne Petit'));
      await sql('drop trigger refuse');
      expect(code, stderr).toBe(5);
      expect(await readFile(kept, 'utf8')).toContain('"Anne Petit"');
      expect((await stat(kept)).mode & 0o777).toBe(0o600);
      expect((await store.run('profile', 'import', kept)).code).toBe(0);
    });

    it('does not take the place of a profile that was imported meanwhile', async () => {
      const other = store.file('other.json');
      const profile = JSON.parse((await store.run('profile', 'export')).stdout);
      await writeFile(other, JSON.stringify({ ...profile, name: 'Importé Entre-temps' }));
      const importing = `'${process.execPath}' src/start-cli.ts profile import '${other}'`;
      const { code, stderr, kept = '' } = await edit(`${importing} && ${renameTo('Anne Durand')}`);
      expect({ code, stderr }).toMatchObject({
        code: 4,
        stderr: expect.stringContaining('a changé pendant'),
      });
      expect(await readFile(kept, 'utf8')).toContain('"Anne Durand"');
      expect((await store.run('profile', 'export')).stdout).toContain('Importé Entre-temps');
    });

    it('refuses nothing to who only looked while a profile was imported', async () => {
      const other = store.file('other.json');
      const profile = JSON.parse((await store.run('profile', 'export')).stdout);
      await writeFile(other, JSON.stringify({ ...profile, name: 'Importée Ensuite' }));
      const { code, kept } = await edit(`'${process.execPath}' src/start-cli.ts profile import '${other}'`);
      expect({ code, kept }).toEqual({ code: 0, kept: undefined });
      expect((await store.run('profile', 'export')).stdout).toContain('Importée Ensuite');
    });
  });
});

describe('insights', () => {
  it('says when there is nothing, then counts, and writes a page that needs nothing else', async () => {
    const empty = await store.run('insights');
    expect(empty).toMatchObject({ code: 0, stderr: expect.stringContaining('Aucune page vue') });
    const today = new Date().toISOString().slice(0, 10);
    const views = { day: today, path: '/contact', referrer: '<b>x', device: 'phone' as const, views: 7 };
    await store.open(({ db }) => db.insertInto('page_view').values(views).execute());
    const report = JSON.parse((await store.run('insights', '--json', '--days', '7')).stdout);
    expect(report).toMatchObject({
      total: 7,
      paths: [{ name: '/contact', views: 7 }],
      devices: [{ name: 'phone', views: 7 }],
    });
    expect(report.days).toHaveLength(7);
    expect((await store.run('insights')).stdout).toMatch(/\/contact +7$/m);
    const [year, month, day] = today.split('-');
    const long = (await store.run('insights', '--days', '770')).stdout;
    expect(long).toContain(`le plus fort\u00a0: ${day}/${month}/${year} (7)`);
    const file = store.file('report.html');
    expect((await store.run('insights', '--html', file)).code).toBe(0);
    const html = await readFile(file, 'utf8');
    expect(html).toContain('&lt;b&gt;x');
    expect(html).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import|<b>x/);
    expect((await store.run('insights', '--html', file)).code).toBe(4);
    expect((await store.run('insights', '--html', '-')).stdout.slice(0, 15)).toBe(html.slice(0, 15));
  });
});

describe('mail test', () => {
  let sink: SmtpSink | undefined;
  afterEach(() => sink?.stop());

  it('sends one mail at once, or says why not', async () => {
    sink = await startSmtpSink();
    const env = { SMTP_URL: sink.url, MAIL_FROM: 'site@école.fr' };
    const sent = await store.runWith(env, 'mail', 'test', '--to', 'moi@société.fr');
    expect(sent.code).toBe(0);
    expect(sink.messages).toHaveLength(1);
    expect(sink.messages[0]?.raw).toMatch(/^From: site@xn--cole-9oa\.fr\r\nTo: moi@xn--socit-esab\.fr\r\n/m);
    expect(sink.messages[0]?.parsed.subject).toBe('Essai d’envoi du site');
    sink.mode = 'permanent';
    const refused = await store.runWith({ SMTP_URL: sink.url }, 'mail', 'test');
    expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('SMTP 550') });
    expect(refused.stderr).toContain('CONTACT_TO');
  });

  it.each([
    ['SMTP 554', 'liste noire'],
    ['SMTP 552', 'pleine'],
    ['SMTP 452', 'pleine'],
    ['SMTP 550', 'CONTACT_TO'],
    ['SMTP 451', 'plus tard'],
    ['SMTP 535', 'mot de passe'],
  ])('says of %s what it is mostly about', (code, said) => expect(mailFix(code)).toContain(said));

  it('explains a missing or unreachable server', async () => {
    expect(await store.run('mail', 'test')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('SMTP_URL'),
    });
    const nowhere = await store.runWith({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }, 'mail', 'test');
    expect(nowhere).toMatchObject({ code: 5, stderr: expect.stringContaining('Rien n’écoute') });
    expect((await store.run('mail', 'test', '--to', 'x')).code).toBe(5);
  });
});
