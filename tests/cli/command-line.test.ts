import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.server.ts';
import { runCli } from '../support/site.ts';
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
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      const page = helpOf(path);
      expect(page, path).toMatch(/^Usage\u00a0: npm run vitrine -- /);
      expect(page, path).toMatch(/Exemples\u00a0:\n {2}\S/);
      expect(page, path).not.toMatch(/Usage: |Options:|Commands:|display help|choices:|default:/);
    }
  });

  it('shows help on stdout when asked', async () => {
    const { code, stdout, stderr } = await run('messages', 'list', '--help');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: helpOf('messages list'), stderr: '' });
  });

  it.each([
    [['message'], 'Cette commande n’existe pas', 'insights'],
    [['messages', 'lst'], 'Cette commande n’existe pas', 'search'],
    [['messages', 'list', '--jso'], 'Cette option n’existe pas', '--json'],
    [['messages', 'show'], 'Il manque un argument', '<id>'],
    [['messages', 'list', '--limit'], 'La dernière option attend une valeur', '--limit'],
    [['doctor', 'x'], 'Il y a trop d’arguments', '--content'],
    [[], 'Il manque une commande', 'doctor'],
    [['messages', 'list', '--limit', '0'], '1 à 10000', ''],
    [
      ['messages', 'list', '--status', '\u001b]0;titre\u0007'],
      '«\u00a0␛]0;titre␇\u00a0» n’est pas accepté',
      '',
    ],
    [['messages', 'list', '--status', 'vu'], 'nouveau, lu, traité', ''],
  ])('refuses %j with 2, in French, under the help of the command', async (words, why, help) => {
    const { code, stdout, stderr } = await runInside(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trimEnd().split('\n').at(-1)).toContain(why);
    expect(stderr).toContain(help);
    expect(stderr).not.toMatch(/error:|Did you mean|too many/);
  });

  it('tells its version', async () => {
    const stdout = expect.stringMatching(/^vitrine \d.*Node v26/);
    expect(await runInside('--version')).toMatchObject({ code: 0, stdout });
  });

  it('does not create a store where there is none', async () => {
    for (const [exitCode, ...words] of [
      [5, 'messages', 'list'],
      [5, 'advanced', 'outbox'],
      [4, 'backup', join(empty, 'b.db')],
    ] as const) {
      const { code, stderr } = await runInside(...words);
      expect(code).toBe(exitCode);
      expect(stderr).toContain('DATA_DIR');
    }
    expect(await readdir(empty)).toEqual([]);
  });

  it('names every wrong variable of the configuration', async () => {
    const { code, stderr } = await runHere(['doctor'], { PORT: 'x', SMTP_URL: 'y' });
    expect(code).toBe(1);
    expect(stderr).toContain('PORT');
    expect(stderr).toContain('SMTP_URL');
  });

  it('migrates: none, then up to date, then commands work, each a process that ends', async () => {
    const dataDir = join(empty, 'fresh');
    const there = (...words: string[]) => runCli(words, { DATA_DIR: dataDir });
    expect((await there('advanced', 'migrate')).stderr).toContain('0001-initial');
    expect((await there('advanced', 'migrate')).stderr).toContain('déjà à jour');
    expect(await there('messages', 'list', '--json')).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(await runHere(['profile', 'export'], { DATA_DIR: dataDir })).toMatchObject({ code: 3 });
    await rm(dataDir, { recursive: true });
  });
});

const nothing = () => async () => {};
const tree = () => createProgram({ plain: nothing, store: nothing }, process);

/** Lists every command that does something, as `messages list`. */
function commandPaths(): string[] {
  return leavesOf(tree(), '');
}

function leavesOf(command: Command, path: string): string[] {
  if (command.commands.length === 0) return [path];
  return command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`.trim()));
}

/** Gives the help page of a command, as on a terminal of 80 columns. */
function helpOf(path: string): string {
  const parts: string[] = [];
  let command = tree();
  for (const word of path.split(' ')) {
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (!child) throw new Error(`no command ${path}`);
    command = child;
  }
  command.configureOutput({ writeOut: (part) => parts.push(part), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return parts.join('');
}
