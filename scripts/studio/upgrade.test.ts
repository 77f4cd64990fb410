import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../tests/support/root.ts';
import { readStudio } from './read.ts';
import { upgraded } from './upgrade.ts';

const text = (name: string) => readFileSync(join(ROOT, 'tests/studios/first', name), 'utf8');

describe('STUDIO-3: an upgrade', () => {
  it('adds an optional field that is missing, empty, with its French name, and keeps all else', () => {
    const former = text('studio.yaml').replace(/ {2}terms: .*\n/, '');
    expect(former).not.toBe(text('studio.yaml'));
    const now = upgraded('studio.yaml', former);
    expect(now).toContain(
      '\n  # conditions générales : une adresse qui commence par https://, comme https://www.studio-durand.fr/projets\n  terms: ""\n',
    );
    for (const line of former.split('\n')) expect(now).toContain(line);
    expect(upgraded('studio.yaml', now)).toBe(now);
  });

  it('adds a group with its fields, and a field of offers once', () => {
    const contact = upgraded('contact.yaml', text('contact.yaml').replace(/booking:\n( {2}.*\n)*/, ''));
    expect(contact).toMatch(/\n# rendez-vous\nbooking: \{ link: "", provider: "", .*\}\n$/);
    const offers = upgraded('offers.yaml', text('offers.yaml').replace(/ +note: .*\n/g, ''));
    expect(offers.match(/# précision : un texte de 90 caractères au plus\n {4}note: ""\n/g)).toHaveLength(1);
    expect(offers, 'long lines stay whole').toMatch(/^ {2}content: ".{100,}"$/m);
    expect(parse(offers).offers[0].note).toBe('');
  });

  it('leaves alone what it cannot read', () => {
    expect(upgraded('home.yaml', 'title: "Le\n')).toBe('title: "Le\n');
    expect(upgraded('home.yaml', '')).toBe('');
  });

  it('renames a field, also of each offer and in what waits for a promise', () => {
    const table = [
      { path: 'offers/offers/*/delay', to: 'time' },
      { path: 'studio/place', to: 'seat' },
    ];
    const offers = upgraded('offers.yaml', text('offers.yaml'), table);
    const expected = parse(text('offers.yaml')).offers.map(({ delay }: { delay: string }) => delay);
    expect(parse(offers).offers.map(({ time }: { time: string }) => time)).toEqual(expected);
    expect(offers).toContain('# Ce que le prix achète');
    const list =
      '"offers/offers/site-vitrine/delay": "3 à 5 semaines"\n"studio/place/city": "Lyon"\n"studio/name": "X"\n';
    expect(Object.keys(parse(upgraded('a-confirmer.yaml', list, table)))).toEqual([
      'offers/offers/site-vitrine/time',
      'studio/seat/city',
      'studio/name',
    ]);
  });
});

describe('STUDIO-3: the command', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
    cpSync(join(ROOT, 'example'), folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (args: string[], input = '', STUDIO_DIR = folder) => {
    const words = [join(ROOT, 'scripts/upgrade-studio.ts'), ...args];
    return spawnSync(process.execPath, words, {
      encoding: 'utf8',
      env: { ...process.env, STUDIO_DIR },
      input,
    });
  };
  const contact = () => readFileSync(join(folder, 'contact.yaml'), 'utf8');

  it('shows the difference, writes it after a yes, and takes it back', async () => {
    const former = contact().replace(/ {2}transfer: .*\n/, '');
    writeFileSync(join(folder, 'contact.yaml'), former);
    const before = await readStudio(folder);

    expect(run([], 'non\n').stdout).toContain('+  transfer: ""');
    expect(run([])).toMatchObject({ status: 0, stderr: '' });
    expect(contact()).toBe(former);

    const git = (...words: string[]) => spawnSync('git', words, { cwd: folder, encoding: 'utf8' }).stdout;
    git('init', '--quiet');
    git('add', '.');
    expect(run([], 'oui\n').status).toBe(0);
    expect(contact()).toContain('transfer: ""');
    expect(git('ls-files', '--others', '--exclude-standard'), 'nothing new to commit').toBe('');
    const after = await readStudio(folder);
    expect(after.faults).toEqual([]);
    expect(after.studio).toEqual(before.studio);
    expect(run([]).stdout).toContain('tous les champs');

    expect(run(['--back', '--yes']).stdout).toContain('-  transfer: ""');
    expect(contact()).toBe(former);
    expect((await readStudio(folder)).faults).toEqual([]);
    const link = `${folder}-link`;
    symlinkSync(folder, link);
    expect(run(['--back', '--yes'], '', link).status).toBe(0);
    rmSync(link);
    expect(contact()).toContain('transfer: ""');
    expect(run(['--bak']).stderr).toMatch(/^✗ .*upgrade-studio -- --back\n$/);
  });

  it('rewrites no example', () => {
    const { status, stderr } = run(['--yes'], '', 'example');
    expect([status, stderr]).toEqual([1, expect.stringContaining('npm run make-it-yours')]);
    expect(existsSync(join(ROOT, 'example/.avant'))).toBe(false);
  });
});
