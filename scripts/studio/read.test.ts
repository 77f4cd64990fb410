import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { typed } from '../../tests/support/approved.ts';
import { ROOT } from '../../tests/support/root.ts';
import { shownPath } from './faults.ts';
import { readStudio } from './read.ts';

const TODAY = '2026-11-29';
const folder = mkdtempSync(join(tmpdir(), 'studio-'));
const pathOf = (file: string) => join(folder, file);

beforeEach(() => {
  rmSync(folder, { recursive: true });
  cpSync(join(ROOT, 'example'), folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(pathOf(file), change(readFileSync(pathOf(file), 'utf8')));
}

function replace(file: string, from: string, to: string): void {
  edit(file, (text) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  });
}

/** Returns the lines of the check, without the folder and with plain spaces. */
async function faults(): Promise<string[]> {
  const { studio, faults: lines } = await readStudio(folder, TODAY);
  expect(studio === undefined).toBe(lines.length > 0);
  return lines.map((line) => line.replace(`${shownPath(folder)}/`, '').replaceAll('\u00a0', ' '));
}

const wrongValues = readFileSync(join(ROOT, 'scripts/studio/wrong-values.txt'), 'utf8')
  .replace(/^#.*\n/gm, '')
  .split(/\n(?! {4})/)
  .map((row) => {
    const [change = '', ...lines] = row.split('\n');
    const [, file = '', from = '', to = ''] = /^([\w-]+): (.*) → (.*)$/.exec(change) ?? [];
    const told = lines.map((line) => line.trim()).filter(Boolean);
    return { file: `${file}.yaml`, from: typed(from), to: typed(to), lines: told };
  })
  .filter(({ lines }) => lines.length > 0);

describe('STUDIO-2: a wrong value', () => {
  it('stands in a table of more than 180', () => {
    expect(wrongValues.length).toBeGreaterThan(180);
  });

  it.each(wrongValues)('is told in $file: $to', async ({ file, from, to, lines }) => {
    replace(file, from, to);
    expect(await faults()).toEqual(lines);
  });

  it('is told with all others, by file and line, in the form that editors link', async () => {
    replace('offers.yaml', 'price: "400"', 'price: "7OO"');
    replace('offers.yaml', 'tab: "Site vitrine"', 'tabs: "Site vitrine"');
    replace('about.yaml', 'title: "Le studio"', 'title: "Le **studio**"');
    replace('contact.yaml', 'answerDays: "1"', 'answerDays: @1');
    const at = shownPath(folder);
    expect((await readStudio(folder, TODAY)).faults).toEqual([
      `${at}/about.yaml:3:8: titre\u00a0: contient «\u00a0**\u00a0»\u00a0; il faut un texte sans Markdown`,
      expect.stringContaining(
        `${at}/contact.yaml:2:13: answerDays\u00a0: un texte ne commence pas par ce signe`,
      ),
      `${at}/offers.yaml:9:5: Site vitrine\u00a0: le champ «\u00a0tabs\u00a0» n’existe pas\u00a0; vouliez-vous dire «\u00a0tab\u00a0»\u00a0?`,
      `${at}/offers.yaml:46:12: Refonte · prix\u00a0: vaut «\u00a07OO\u00a0»\u00a0; il faut un nombre entier d’euros, comme 750`,
    ]);
  });
});

describe('STUDIO-2: a folder', () => {
  it('that is missing is named', async () => {
    const { studio, faults: lines } = await readStudio(join(folder, 'none'), TODAY);
    const missing = expect.stringMatching(/none:1:1: ce dossier n’existe pas\s; il faut/);
    expect([studio, lines]).toEqual([undefined, [missing]]);
  });

  it('lacks no file, and has none that is no part of a studio', async () => {
    rmSync(pathOf('references.yaml'));
    renameSync(pathOf('offers.yaml'), pathOf('offres.yaml'));
    writeFileSync(pathOf('photo.jpg'), '');
    for (const name of ['.pages.yml', '.gitignore', 'README.md', 'LICENSE', 'Thumbs.db'])
      writeFileSync(pathOf(name), '');
    expect(await faults()).toEqual([
      'offers.yaml:1:1: ce fichier manque ou ne se lit pas ; il faut le copier de example/offers.yaml',
      'offres.yaml:1:1: ce fichier n’a pas sa place dans un studio ; vouliez-vous dire « offers.yaml » ?',
      expect.stringContaining('photo.jpg:1:1: ce fichier n’a pas sa place dans un studio ; il y a :'),
      'references.yaml:1:1: ce fichier manque ou ne se lit pas ; il faut le copier de example/references.yaml',
    ]);
  });

  it('has no file for the root of the site that the site has itself', async () => {
    mkdirSync(pathOf('files/share'), { recursive: true });
    const own =
      'assets contact favicon.ico graphql healthz icon-192.png images insights legal-mention licences.txt readyz robots.txt';
    const taken = [...own.split(' '), 'sanitizer.js', 'share', 'site.webmanifest', 'sitemap.xml', 'video'];
    for (const name of taken.filter((each) => each !== 'share').concat('google0123.html'))
      writeFileSync(pathOf(`files/${name}`), 'x');
    const said = '1:1: le site a lui-même quelque chose à cette adresse ; il faut un autre nom';
    expect(await faults()).toEqual(taken.map((name) => `files/${name}:${said}`));
  });

  it('has files in UTF-8, with any line breaks and with or without a byte order mark', async () => {
    edit('home.yaml', (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`);
    expect(await faults()).toEqual([]);
    replace('home.yaml', 'give: "votre accord"', 'give: ""');
    expect(await faults()).toEqual([
      'home.yaml:40:13: étapes · Mise en ligne · vous donnez : manque ; il faut un texte de 100 caractères au plus',
    ]);
    writeFileSync(pathOf('about.yaml'), Buffer.from('title: "Le studio"\nlead: "Bient\u00f4t"\n', 'latin1'));
    expect(await faults()).toContain(
      'about.yaml:2:1: le fichier n’est pas en UTF-8 ; enregistrez-le en UTF-8',
    );
    writeFileSync(pathOf('about.yaml'), '- "x"\n');
    expect(await faults()).toContain(
      'about.yaml:1:1: le fichier ne contient pas de champs ; il en faut, comme title: "Le studio"',
    );
    rmSync(pathOf('about.yaml'));
    mkdirSync(pathOf('about.yaml'));
    expect(await faults()).toContain(
      'about.yaml:1:1: ce fichier manque ou ne se lit pas ; il faut le copier de example/about.yaml',
    );
  });

  it('may have numbers and dates without quotes, and comments after them', async () => {
    replace('offers.yaml', 'price: "750"', 'price: 750 # TTC');
    replace('studio.yaml', 'town: "63000 Clermont-Ferrand"', 'town: 06000 Nice');
    replace('studio.yaml', 'date: "2026-11-26"', 'date: 2026-11-26');
    replace('studio.yaml', 'phone: "04 65 71 00 00"', 'phone: 0465710000');
    const { studio } = await readStudio(folder, TODAY);
    expect(studio?.studio).toMatchObject({
      phone: '0465710000',
      publisher: { town: '06000 Nice' },
      accessibility: { date: '2026-11-26' },
    });
  });

  it('leaves out what is empty, in every way to write it', async () => {
    const { studio } = await readStudio(folder, TODAY);
    for (const nothing of ['', '""', 'null', '~', '{}', '[]', '{ link: "", provider: null, transfer: }']) {
      edit('contact.yaml', (text) => text.replace(/booking:.*\n( {2}.*\n)*/, `booking: ${nothing}\n`));
      expect((await readStudio(folder, TODAY)).studio, nothing).toEqual(studio);
    }
    edit('contact.yaml', (text) => text.replace(/booking:.*\n/, ''));
    expect((await readStudio(folder, TODAY)).studio).toEqual(studio);
  });

  it('is noted where it may be right', async () => {
    expect((await readStudio(folder, TODAY)).notes).toEqual([]);
    replace('studio.yaml', 'secondary: "#5e17eb"', 'secondary: "#c8102e"');
    const { studio, notes } = await readStudio(folder, TODAY);
    expect(studio).toBeDefined();
    const note = /studio.yaml:57:43: couleurs · mode clair · couleur secondaire\s: #c8102e se confond/;
    expect(notes).toEqual([expect.stringMatching(note)]);
  });
});

const yamlFiles = globSync('*.yaml', { cwd: join(ROOT, 'example') });

describe('STUDIO-4: an editor', () => {
  const emptied = (empty: unknown) => (_key: string, value: unknown) => (value === '' ? empty : value);

  it.each(['', null, undefined])(
    'that loses comments, and writes nothing as %j, changes nothing',
    async (empty) => {
      const before = await readStudio(folder, TODAY);
      for (const name of yamlFiles)
        edit(name, (text) => stringify(JSON.parse(JSON.stringify(parse(text), emptied(empty)))));
      const after = await readStudio(folder, TODAY);
      expect(after.faults).toEqual([]);
      expect(after.studio).toEqual(before.studio);
      const withoutLine = ({ open }: typeof after) => open.map(({ line: _line, ...rest }) => rest);
      expect(withoutLine(after)).toEqual(withoutLine(before));
      expect(readFileSync(pathOf('studio.yaml'), 'utf8')).not.toContain('# Qui publie');
    },
  );
});

describe('STUDIO-6: a promise', () => {
  const open = async () =>
    (await readStudio(folder, TODAY)).open.map(
      ({ file, field, line, value }) => `${file.split('/').at(-1)}:${line} ${field} = ${value}`,
    );

  it('is open as long as its value is the shipped one', async () => {
    const lines = Object.keys(parse(readFileSync(pathOf('a-confirmer.yaml'), 'utf8')));
    const all = await open();
    expect(all).toHaveLength(lines.length);
    expect(all).toContain('offers.yaml:46 Refonte · prix = 400');
    expect(all).toContain('studio.yaml:60 images · portrait = images/portrait.svg');
    expect(all).toContain(
      'home.yaml:48 Combien de temps faut-il ? · texte = Le délai habituel est indiqué sur chaque offre. Le vôtre est écrit dans la proposition, avant de commencer.',
    );
  });

  it('is closed by another value, another picture, or without its line', async () => {
    const before = await open();
    replace('offers.yaml', 'price: "400"', 'price: "450"');
    replace('a-confirmer.yaml', '"studio/name": "Atelier Ligne de Crête"\n', '');
    appendFileSync(pathOf('images/icon.svg'), '<!-- mine -->');
    const after = await open();
    expect(before.filter((line) => !after.includes(line))).toEqual([
      'studio.yaml:4 nom du studio = Atelier Ligne de Crête',
      'offers.yaml:46 Refonte · prix = 400',
      'studio.yaml:63 images · icône = images/icon.svg',
    ]);
    rmSync(pathOf('a-confirmer.yaml'));
    replace('studio.yaml', 'siren: "000 000 000"', 'siren: "732 829 320"');
    expect(await readStudio(folder, TODAY)).toMatchObject({ faults: [], open: [] });
  });

  it('stays open in other typography or at another place, and is gone with what it belongs to', async () => {
    replace(
      'home.yaml',
      "Chez l'hébergeur de votre choix, à votre nom : je l'installe",
      'Chez l’hébergeur de votre choix, à votre nom\u00a0: je l’installe',
    );
    replace('offers.yaml', 'offers:\n', 'offers:\n# Une autre.\n');
    edit('offers.yaml', (text) => text.replace(/ {2}- id: "conseil"[\s\S]*?(?= {2}- id)/, ''));
    const all = await open();
    expect(all).toContainEqual(expect.stringMatching(/^home\.yaml:54 Où le site/));
    expect(all).toContain('offers.yaml:47 Refonte · prix = 400');
    expect(all.filter((line) => line.includes('Conseil'))).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('is named by id, title, client or number', async () => {
    const offers = ['site-vitrine', 'Site vitrine', '1', 'none'];
    const lines = offers.map((offer) => `"offers/offers/${offer}/price": "750"\n`);
    writeFileSync(pathOf('a-confirmer.yaml'), lines.join(''));
    replace('studio.yaml', 'siren: "000 000 000"', 'siren: "732 829 320"');
    expect(await open()).toEqual(Array(3).fill('offers.yaml:14 Site vitrine · prix = 750'));
  });
});
