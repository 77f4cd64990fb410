import { readdir } from 'node:fs/promises';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.server.ts';
import { runCli } from '../support/site.ts';
import { runHere } from './run-here.ts';
import { testStore } from './test-store.ts';

const store = testStore('all');
const nowhere = () => ({ DATA_DIR: store.file('nowhere/data') });
const run = (...words: string[]) => runHere(words, nowhere());

const nothing = async () => {};

function commandsOf(command: Command, path = ''): [string, Command][] {
  const children = command.commands.flatMap((child) => commandsOf(child, `${path} ${child.name()}`.trim()));
  return [[path, command], ...children];
}
const commands = new Map(commandsOf(createProgram(process, nothing)));

function helpOf(path: string): string {
  const parts: string[] = [];
  const command = commands.get(path);
  command?.configureOutput({ writeOut: (part) => parts.push(part), getOutHelpWidth: () => 80 });
  command?.outputHelp();
  return parts.join('');
}

it('explains every command in French', () => {
  expect(commands.size).toBeGreaterThan(23);
  for (const path of commands.keys()) {
    const page = helpOf(path);
    expect(page, path).toMatch(/^Usage\u00a0: npm run vitrine -- /);
    expect(page, path).not.toMatch(/Usage: |Options:|Commands:|display help|choices:|default:/);
  }
});

it('shows help on stdout when asked', async () => {
  const shown = await run('messages', 'list', '--help');
  expect(shown).toEqual({ code: 0, stdout: helpOf('messages list'), stderr: '' });
});

it.each([
  [[], '', 'doctor'],
  [['messages'], '', 'search'],
  [['messages', 'lst'], '« lst » n’est pas compris', 'vitrine -- messages --help'],
  [['messages', 'list', '--limi'], '« --limi » n’est pas compris', 'messages list --help'],
  [['messages', 'show'], 'n’est pas comprise', 'messages show --help'],
  [['doctor', 'x'], 'n’est pas comprise', 'doctor --help'],
  [['messages', 'list', '--limit', '0'], '1 à 99999', ''],
  [['messages', 'list', '--limit', '\u001b]0;titre\u0007'], '«\u00a0�]0;titre�\u00a0» n’est pas accepté', ''],
])('refuses %j with 2, in French', async (words, why, help) => {
  const { code, stdout, stderr } = await store.run(...words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.trimEnd().split('\n').at(-1)).toContain(why);
  expect(stderr).toContain(help);
  expect(stderr).not.toMatch(/error:|Did you mean|too many/);
});

it.each([
  [5, 'messages list'],
  [4, 'backup b.db'],
])('ends with %i and creates no store where there is none: %s', async (code, command) => {
  const stderr = expect.stringContaining('DATA_DIR');
  expect(await run(...command.split(' '))).toMatchObject({ code, stderr });
  expect(await readdir(store.file('.'))).toEqual(['data']);
});

it('migrates: none, then up to date, then commands work, in a process that ends too', async () => {
  const there = { DATA_DIR: store.file('fresh') };
  expect((await runHere(['advanced', 'migrate'], there)).stderr).toContain('0001-schema');
  expect((await runHere(['advanced', 'migrate'], there)).stderr).toContain('déjà à jour');
  const listed = await runHere(['messages', 'list'], there);
  expect(listed).toEqual({ code: 0, stdout: '', stderr: 'Aucun message.\n' });
  const stderr = expect.stringMatching(/\u00a0: vitrine profile import/);
  const exported = await runCli(['profile', 'export'], { ...there, VITRINE_COMMAND: 'vitrine' });
  expect(exported).toMatchObject({ code: 3, stderr });
});

it('help names the command of this installation, and --version what is online', async () => {
  const { stdout } = await runCli(['--help'], { VITRINE_COMMAND: 'vitrine' });
  expect(stdout).toMatch(/^Usage\u00a0: vitrine </);
  const version = expect.stringMatching(/^vitrine \d+\.\d+\.\d+(, [0-9a-f]{8})? \(Node v26/);
  expect(await run('--version')).toMatchObject({ code: 0, stdout: version });
});
