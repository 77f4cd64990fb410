import { expect, it } from 'vitest';
import { runCli } from '../support/site.ts';
import { runHere } from './run-here.ts';
import { testStore } from './test-store.ts';

const store = testStore('all');
const nowhere = () => ({ DATA_DIR: store.file('nowhere/data') });
const run = (...words: string[]) => runHere(words, nowhere());

it('refuses a sign that a terminal obeys without writing it', async () => {
  const { code, stderr } = await store.run('messages', 'list', '--limit', '\u001b]0;titre\u0007');
  expect([code, stderr]).toEqual([2, expect.stringMatching('«\u00a0�]0;titre�\u00a0» n’est pas accepté')]);
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
