import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadStudio } from '../../scripts/studio/load.ts';
import { ROOT } from '../support/root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { readGuide } from './guide.ts';

const guide = readGuide('docs/operations/make-it-yours.md');
const answers = (): Record<string, string> =>
  JSON.parse(guide.find(({ language }) => language === 'json')?.text ?? '');

const CTRL_D = '\u0004';

/** Runs the wizard on a folder; without a file of answers it asks, and gets these lines. */
async function ask(folder: string, given: object | string[]) {
  const file = join(folder, '..', 'reponses.json');
  const isTyped = Array.isArray(given);
  if (!isTyped) writeFileSync(file, JSON.stringify(given));
  return new Promise<{ code: number; output: string }>((settle) => {
    const env = { ...process.env, STUDIO_DIR: folder };
    const args = ['scripts/make-it-yours.ts', ...(isTyped ? [] : [file])];
    const child = execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout, stderr) =>
      settle({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
    if (!isTyped) return;
    // Each question gets its answer when asked, because the terminal drops what comes earlier.
    const lines = [...given];
    child.stdout?.on('data', (text: string) => {
      if (!/ : $/.test(text)) return;
      const line = lines.shift() ?? '';
      if (line === CTRL_D) child.stdin?.end();
      else child.stdin?.write(`${line}\n`);
    });
  });
}

const newFolder = async () => join(await temporaryFolder(), 'studio');

it('STUDIO-1: the answers of the guide make a whole studio in a new repository, also twice, and nothing waits', async () => {
  const folder = await newFolder();
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.git', 'object'), 'read-only', { mode: 0o444 });
  for (const given of [
    answers(),
    answers(),
    { ...answers(), 'offers/regie': 'non' },
    { 'offers/regie': 'non' },
  ])
    expect(await ask(folder, given)).toMatchObject({ code: 0 });
  const { site, open } = await loadStudio(folder);
  expect(open).toEqual([]);
  expect(site.identity.studioName).toBe('Studio Durand');
  expect(site.firstProfile.name).toBe('Anne Durand');
  expect(site.home.facts[0]?.fact.replaceAll('\u00a0', ' ')).toBe('dès 1 200 € TTC');
  expect(site.fixedPriceOffers.map(({ id }) => id)).not.toContain('application');
  // The example's comments stay.
  expect(readFileSync(join(folder, 'studio.yaml'), 'utf8')).toContain('# Qui publie ce site');
});

it('STUDIO-2: answers that the build refuses write nothing, and say why, by field', async () => {
  const folder = await newFolder();
  for (const [wrong, words] of [
    [
      { 'studio/publisher/siren': '732 829 32' },
      /studio\/publisher\/siren\s: vaut «\s732 829 32\s»\s; il faut un numéro à 9 chiffres/,
    ],
    [{ 'studio/phone': '12' }, /studio\/phone\s: vaut «\s12\s»\s; il faut un numéro de téléphone/],
    [{ 'studio/nom': 'Durand' }, /studio\/nom\s: aucun champ ne porte ce nom/],
    [{ 'offers/offers/aplication': 'non' }, /aplication\s: aucun champ ne porte ce nom/],
    [
      { 'studio/publisher/form': 'SAS', 'studio/publisher/name': 'Durand SAS' },
      /studio\.yaml:\d+:\d+: éditeur/,
    ],
  ] as const) {
    const { code, output } = await ask(folder, { ...answers(), ...wrong });
    expect(output).toMatch(words);
    expect(code).toBe(1);
    expect(existsSync(folder)).toBe(false);
  }
});

it('STUDIO-6: in the terminal Enter confirms nothing, « < » goes back, a wrong answer is asked again, and its end keeps the others', async () => {
  const folder = await newFolder();
  const offers = ['', '', '', '', '', ''];
  const { code, output } = await ask(folder, [
    ...offers,
    'Studio Dur',
    '<',
    'Studio Durand',
    'pas une adresse',
    CTRL_D,
  ]);
  expect(output).toMatch(/✗ vaut «\spas une adresse\s»\s; il faut l’adresse du site/);
  expect(code).toBe(0);
  const { site, open } = await loadStudio(folder);
  expect(site.identity.studioName).toBe('Studio Durand');
  expect(open.length).toBeGreaterThan(50);
  expect(open.map(({ value }) => value)).not.toContain('Studio Durand');

  writeFileSync(join(folder, 'offers.yaml'), 'offers: "\n');
  const broken = await ask(folder, []);
  expect(broken.output).toMatch(/^✗ .*offers\.yaml:1:\d+: .* guillemet fermant/);
  expect(broken.output).not.toContain('Error');
});

it('STUDIO-1: an association is asked what it has, and keeps nothing else of the example', async () => {
  const folder = await newFolder();
  const publisher = ['association', 'Les Amis du code', 'W751234567', '', '', '', '', '', 'non'];
  const { code, output } = await ask(folder, [...Array(15).fill(''), ...publisher]);
  expect(output).toContain('numéro RNA');
  expect(output).not.toMatch(/ville du RCS|inscription au RNE|éditeur · capital|médiateur · nom/);
  expect(code).toBe(0);
  const { site } = await loadStudio(folder);
  const notice = JSON.stringify(site.legalMention);
  expect(notice).toContain('"RNA W751234567"');
  expect(notice).not.toContain('Médiateur');
});
