import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { help } from '../../src/content/cli.ts';
import { runCli } from '../support/site.ts';
import { commandPaths, helpOf } from './command-paths.ts';
import { runHere } from './run-here.ts';

let empty: string;
beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), 'vitrine-cli-'));
});
afterAll(() => rm(empty, { recursive: true, force: true }));

const run = (...words: string[]) => runCli(words, { DATA_DIR: join(empty, 'data') });
/** For the many of a kind of which one is shown as a process: starting one takes ten times as long as the command. */
const runInside = (...words: string[]) => runHere(words, { DATA_DIR: join(empty, 'data') });

describe('the command line', () => {
  it('explains every command in French, with an example', () => {
    const paths = commandPaths();
    expect(paths.length).toBeGreaterThan(25);
    for (const path of paths) {
      const page = helpOf(path);
      expect(page, path).toMatch(/^Usage\u00a0: npm run vitrine -- /);
      expect(page, path).toMatch(/Exemples\u00a0:\n {2}\S/);
      expect(page, path).not.toMatch(/Usage: |Options:|Commands:|display help|choices:|default:/);
    }
  });

  it('tries without changing anything whatever it asks to confirm', () => {
    const asking = commandPaths().filter((path) => helpOf(path).includes(help.force));
    expect(asking).toEqual(expect.arrayContaining(['messages delete', 'person erase', 'restore']));
    for (const path of asking) expect(helpOf(path), path).toContain('--dry-run');
  });

  it('shows help on stdout when asked', async () => {
    const { code, stdout, stderr } = await run('messages', 'list', '--help');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: helpOf('messages list'), stderr: '' });
    expect((await run('help', 'doctor')).code).toBe(0);
    expect((await run('help', 'help')).code).toBe(0);
    for (const path of ['messages', 'messages list', 'store copy-to-postgres', 'migrate status'])
      expect(await runInside('help', ...path.split(' '))).toEqual({
        code: 0,
        stdout: helpOf(path),
        stderr: '',
      });
    expect(helpOf('migrate')).toContain('migrate [options] [commande]');
    expect(helpOf('messages')).toContain('messages <commande>');
    const unknown = await run('help', 'messages', 'lst');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/lst/);
  });

  it.each([
    [['message'], 'messages'],
    [['messages', 'lst'], 'list'],
    [['messages', 'list', '--jso'], '--json'],
    [['messages', 'show'], '<id>'],
    [['messages', 'list', '--limit', '0'], '1 à 10000'],
    [['messages', 'list', '--limit'], '--limit'],
    [['messages', 'list', '--status', 'vu'], 'new, read, done'],
    [['messages', 'list', '--search', 'a', '--before', 'b'], '--search'],
    [['messages', 'export', '--json', '--format', 'csv'], '--format'],
    [['messages', 'export', '--format', 'xml'], 'csv, json'],
    [['version', 'x'], 'version'],
    [['completion', 'csh'], 'bash, zsh, fish'],
  ])('refuses %j with 2 and the way to the help', async (words, hint) => {
    const { code, stdout, stderr } = await runInside(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(hint);
    expect(stderr).toMatch(/npm run vitrine -- .*--help/);
    expect(stderr).not.toMatch(/error:|Did you mean|Allowed choices/);
  });

  it('tells its version either way', async () => {
    const { code, stdout } = await run('--version');
    expect({ code, stdout }).toEqual({ code: 0, stdout: (await run('version')).stdout });
  });

  it('asks for a command', async () => {
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toContain('Commandes\u00a0:');
  });

  it('does not create a store where there is none', async () => {
    for (const [exitCode, ...words] of [
      [5, 'messages', 'list'],
      [5, 'outbox', 'status'],
      [4, 'backup', join(empty, 'b.db')],
    ] as const) {
      const { code, stderr } = await runInside(...words);
      expect(code).toBe(exitCode);
      expect(stderr).toContain('DATA_DIR');
    }
    expect(await readdir(empty)).toEqual([]);
  });

  it('names every wrong variable of the configuration', async () => {
    const { code, stderr } = await runCli(['version'], { PORT: 'x', SMTP_URL: 'y' });
    expect(code).toBe(1);
    expect(stderr).toContain('PORT');
    expect(stderr).toContain('SMTP_URL');
  });

  it('says when PostgreSQL does not answer', async () => {
    const { code, stderr } = await runCli(['messages', 'list'], {
      DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none',
    });
    expect(code).toBe(5);
    expect(stderr).toContain('PostgreSQL');
    expect(stderr).not.toContain('secret');
  });

  it('does not say what a word of the command line would have the terminal do', async () => {
    const { stderr } = await runInside('messages', '\u001b]0;titre\u0007');
    expect(stderr).toContain('␛]0;titre␇');
  });

  it('migrates: none, then up to date, then commands work', async () => {
    const dataDir = join(empty, 'fresh');
    const there = (...words: string[]) => runCli(words, { DATA_DIR: dataDir });
    expect((await there('migrate')).stderr).toContain('0001-initial');
    expect((await there('migrate')).stderr).toContain('déjà à jour');
    const status = await there('migrate', 'status', '--json');
    expect(JSON.parse(status.stdout)).toMatchObject({ pending: [], unknown: [] });
    expect(await there('messages', 'list', '--json')).toMatchObject({ code: 0, stdout: '[]\n' });
    expect((await there('profile', 'show')).code).toBe(3);
    await rm(dataDir, { recursive: true });
  });

  it('writes completions that know every command', async () => {
    for (const [shell, runIt] of [
      ['bash', run],
      ['zsh', runInside],
      ['fish', runInside],
    ] as const) {
      const { stdout } = await runIt('completion', shell);
      for (const path of commandPaths()) expect(stdout, `${shell}: ${path}`).toContain(path);
    }
  });

  it('defines the short command in bash only where no program has its name', async () => {
    const programs = join(empty, 'programs');
    await mkdir(programs);
    const script = join(programs, 'completion');
    await writeFile(script, (await runInside('completion', 'bash')).stdout);
    const typeOfVitrine = () =>
      spawnSync('bash', ['--norc', '--noprofile', '-c', `source '${script}'; type vitrine`], {
        env: { PATH: `${programs}:${process.env['PATH']}`, HOME: programs, TERM: 'dumb' },
        encoding: 'utf8',
      }).stdout;
    expect(typeOfVitrine()).toContain('function');
    await writeFile(join(programs, 'vitrine'), '#!/bin/sh\n', { mode: 0o755 });
    expect(typeOfVitrine()).not.toContain('function');
    await rm(programs, { recursive: true });
  });
});
