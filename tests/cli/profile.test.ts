import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readProfile } from '../../src/profile/profile.server.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { runHere } from './run-here.ts';
import { testStore } from './test-store.ts';

const store = testStore('all');

const profile = (...words: string[]) => store.run('profile', ...words);
const stored = async (): Promise<Profile> => JSON.parse((await profile('export')).stdout);
const version = () => store.open(async ({ db }) => (await readProfile(db))?.version);

async function fileWith(changes: Partial<Profile>): Promise<string> {
  const file = store.file('profil.json');
  await writeFile(file, JSON.stringify({ ...(await stored()), ...changes }));
  return file;
}

it('is exported and imported unchanged, with a new version for each change', async () => {
  const file = store.file('exported.json');
  expect((await profile('export', file)).code).toBe(0);
  expect((await profile('import', file)).stderr).toContain('version 2');
  const changed = await fileWith({ name: 'Solène Moreau' });
  expect((await profile('import', changed)).stderr).toContain('version 3');
  const { stdout } = await profile('export');
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Solène Moreau' });
  const typed = await runHere(['profile', 'import', '-'], { DATA_DIR: store.dataDir }, stdout);
  expect(typed.stderr).toContain('version 4');
  expect((await profile('export')).stdout).toBe(stdout);
});

it('HOME-5: has its presentation cleaned when it is written, and tells the difference', async () => {
  const presentation = '<p onclick="x()">Bonjour<script>alert(1)</script> <a href="javascript:x">ici</a></p>';
  const { code, stderr } = await profile('import', await fileWith({ presentation }));
  expect(code).toBe(0);
  for (const words of [`- ${presentation}`, '+ <p>Bonjour', 'p, br, strong, em,'])
    expect(stderr).toContain(words);
  expect((await stored()).presentation).not.toMatch(/onclick|<script|javascript:/);
});

describe('opened in an editor', () => {
  // TMPDIR is set for this process, because Node does not read the command's environment for it.
  beforeEach(() => void vi.stubEnv('TMPDIR', dirname(store.dataDir)));
  afterEach(() => void vi.unstubAllEnvs());

  /** Runs `profile edit` with a shell script as the editor; its file is `$1`. */
  const edit = async (script: string) => {
    const editor = store.file('editor.sh');
    await writeFile(editor, script);
    const env = { DATA_DIR: store.dataDir, EDITOR: `/bin/sh '${editor}'` };
    const result = await runHere(['profile', 'edit'], env);
    const [, file = ''] = / profile import (.+)$/m.exec(result.stderr) ?? [];
    return { ...result, kept: await readFile(file, 'latin1').catch(() => undefined), file };
  };
  const renameTo = (name: string) => `/bin/sed -i 's/"name": ".*"/"name": "${name}"/' "$1"`;

  it('is stored, and its file removed', async () => {
    const before = (await version()) ?? 0;
    expect(await edit(renameTo('Zoé Martin'))).toMatchObject({ code: 0, kept: undefined });
    expect(await version()).toBe(before + 1);
    const looked = await edit('true');
    for (const words of ['rien n’est enregistré', 'VISUAL="code --wait"'])
      expect(looked.stderr).toContain(words);
    const left = await readdir(dirname(store.dataDir));
    expect(left.filter((name) => name.startsWith('vitrine-profil-'))).toEqual([]);
    expect((await edit('exit 3')).code).toBe(1);
  });

  it('is refused, and its file stays, when another version was stored meanwhile', async () => {
    const database = `${store.dataDir}/vitrine.db`;
    const change = `'${process.execPath}' -e "new (require('node:sqlite').DatabaseSync)('${database}').exec('update profile set version = version + 1')"`;
    const { code, stderr, kept } = await edit(`${renameTo('Trop tard')}\n${change}`);
    expect([code, stderr]).toEqual([4, expect.stringMatching(/a changé pendant.*pour name/s)]);
    expect(kept).toContain('Trop tard');
  });

  it('is refused, and kept for this account alone, when the editor did not write UTF-8', async () => {
    const before = await version();
    const { code, stderr, kept, file } = await edit(renameTo('H\\xe9l\\xe8ne'));
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('UTF-8') });
    expect(kept).toContain('"Hélène"');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await version()).toBe(before);
  });

  it('keeps what was typed when the store does not take it, and says how to store it', async () => {
    const sql = (statement: string) => store.open(({ db }) => db.executeQuery(CompiledQuery.raw(statement)));
    await sql(`create trigger refuse before update on profile begin select raise(abort, 'full'); end`);
    const { code, stderr, kept, file } = await edit(renameTo('Anne Petit'));
    await sql('drop trigger refuse');
    expect(code, stderr).toBe(5);
    expect(kept).toContain('"Anne Petit"');
    expect((await profile('import', file)).code).toBe(0);
  });
});
