import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../../tests/support/root.ts';
import { readStudio } from './read.ts';

const folder = mkdtempSync(join(tmpdir(), 'studio-pictures-'));
const studioFile = join(folder, 'studio.yaml');
let shipped: string;

beforeAll(() => {
  cpSync(join(ROOT, 'example'), folder, { recursive: true });
  shipped = readFileSync(studioFile, 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true }));

const photo = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#b05010',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const example = (name: string) => readFileSync(join(ROOT, 'example/images', name));
const svg = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${inner}</svg>`);
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

/** What the check says of a picture that stands in a field, with plain spaces. */
async function said(field: 'portrait' | 'icon' | 'film', name: string, bytes: Buffer): Promise<string[]> {
  writeFileSync(join(folder, 'images', name), bytes);
  writeFileSync(studioFile, shipped.replace(RegExp(`(  ${field}:) ".*"`), `$1 "images/${name}"`));
  const { faults } = await readStudio(folder, '2026-11-29');
  return faults.map((line) =>
    line.replaceAll('\u00a0', ' ').replace(/^.*studio\.yaml:\d+:\d+: images · [^:]+ : /, ''),
  );
}

describe('STUDIO-2: a picture', () => {
  it.each([
    ['portrait', 'moi.jpg', () => photo(400, 500).jpeg().toBuffer()],
    ['portrait', 'moi.jpeg', () => photo(300, 300).jpeg().toBuffer()],
    ['portrait', 'moi.PNG', () => photo(400, 500).png().toBuffer()],
    ['portrait', 'moi.webp', () => photo(400, 500).webp().toBuffer()],
    ['portrait', 'moi.avif', () => photo(400, 500).avif({ effort: 0 }).toBuffer()],
    ['portrait', 'moi.svg', () => svg('<style>.a { fill: #b05010 }</style><path class="a" d="M0 0h9v9z"/>')],
    [
      'icon',
      'marque.svg',
      () => svg('<style>.a { fill: {light.primary} }</style><path class="a" d="M0 0h9v9z"/>'),
    ],
    ['icon', 'marque.png', () => photo(192, 192).png().toBuffer()],
    ['film', 'mien.mp4', () => example('film.mp4')],
  ] as const)('%s %s is accepted', async (field, name, bytes) => {
    expect(await said(field, name, await bytes())).toEqual([]);
  });

  it.each([
    [
      'portrait',
      'vide.jpg',
      () => Buffer.alloc(0),
      '« images/vide.jpg » est vide ; il faut copier le fichier à nouveau',
    ],
    [
      'portrait',
      'coupe.jpg',
      async () => half(await photo(400, 400).jpeg().toBuffer()),
      '« images/coupe.jpg » est coupé ou abîmé ; il faut copier le fichier à nouveau',
    ],
    [
      'portrait',
      'coupe.png',
      async () => half(await photo(400, 400).png().toBuffer()),
      '« images/coupe.png » est coupé ou abîmé ; il faut copier le fichier à nouveau',
    ],
    [
      'portrait',
      'coupe.webp',
      async () => half(await photo(400, 400).webp().toBuffer()),
      /« images\/coupe.webp » (est coupé|ne se lit pas)/,
    ],
    [
      'portrait',
      'coupe.avif',
      async () => half(await photo(400, 400).avif({ effort: 0 }).toBuffer()),
      /« images\/coupe.avif » (est coupé|ne se lit pas)/,
    ],
    [
      'portrait',
      'coupe.svg',
      () => half(example('portrait.svg')),
      '« images/coupe.svg » ne se lit pas ; il faut enregistrer l’image à nouveau',
    ],
    [
      'portrait',
      'faux.jpg',
      () => photo(400, 400).png().toBuffer(),
      '« images/faux.jpg » est en réalité un fichier png ; il faut convertir l’image au lieu de changer son nom',
    ],
    [
      'portrait',
      'faux.png',
      () => svg('<path d="M0 0h9v9z"/>'),
      '« images/faux.png » est en réalité un fichier svg ; il faut convertir l’image au lieu de changer son nom',
    ],
    [
      'portrait',
      'texte.png',
      () => Buffer.from('not a picture'),
      '« images/texte.png » ne se lit pas ; il faut enregistrer l’image à nouveau',
    ],
    [
      'portrait',
      'faux.svg',
      () => photo(400, 400).png().toBuffer(),
      '« images/faux.svg » n’est pas un dessin SVG ; il faut l’exporter en SVG au lieu de changer son nom',
    ],
    [
      'portrait',
      'anime.gif',
      () => photo(400, 400).gif().toBuffer(),
      '« images/anime.gif » ne va pas ici ; il faut un fichier jpg, jpeg, png, webp, avif, svg',
    ],
    [
      'portrait',
      'petit.jpg',
      () => photo(200, 900).jpeg().toBuffer(),
      '« images/petit.jpg » a 200 × 900 pixels ; il faut 300 pixels de côté au moins',
    ],
    [
      'portrait',
      'IMG_1.heic',
      () => heic,
      /^« images\/IMG_1.heic » est une photo HEIC, .* ; il faut l’enregistrer en JPEG \(.+\)$/,
    ],
    ['portrait', 'IMG_1.jpg', () => heic, /^« images\/IMG_1.jpg » est une photo HEIC, /],
    [
      'icon',
      'petite.png',
      () => photo(64, 64).png().toBuffer(),
      '« images/petite.png » a 64 × 64 pixels ; il faut 192 pixels de côté au moins',
    ],
    [
      'icon',
      'marque.jpg',
      () => photo(400, 400).jpeg().toBuffer(),
      '« images/marque.jpg » ne va pas ici ; il faut un fichier png, svg',
    ],
    [
      'icon',
      'script.svg',
      () => svg('<script>alert(1)</script>'),
      '« images/script.svg » contient un script ; il faut un dessin seul',
    ],
    [
      'icon',
      'action.svg',
      () => svg('<g onload="alert(1)"/>'),
      '« images/action.svg » contient une action (onload…) ; il faut un dessin seul',
    ],
    [
      'icon',
      'lien.svg',
      () => svg('<a href="javascript:alert(1)"/>'),
      '« images/lien.svg » contient un lien javascript: ; il faut un dessin seul',
    ],
    [
      'icon',
      'page.svg',
      () => svg('<foreignObject/>'),
      '« images/page.svg » contient une page (foreignObject) ; il faut un dessin seul',
    ],
    [
      'icon',
      'ailleurs.svg',
      () => svg('<image href="https://exemple.fr/a.png"/>'),
      '« images/ailleurs.svg » contient un fichier d’un autre site ; il faut un dessin seul',
    ],
    [
      'icon',
      'couleur.svg',
      () => svg('<path fill="{light.primry}" d="M0 0h9v9z"/>'),
      '« images/couleur.svg » contient « {light.primry} », qui n’est pas une couleur du site ; vouliez-vous dire « light.primary » ?',
    ],
    [
      'icon',
      'couleur.svg',
      () => svg('<path fill="{accent}" d="M0 0h9v9z"/>'),
      /contient « {accent} », qui n’est pas une couleur du site ; /,
    ],
    [
      'portrait',
      'couleur.svg',
      () => svg('<path fill="{light.primary}" d="M0 0h9v9z"/>'),
      '« images/couleur.svg » contient « {light.primary} », qui ne devient une couleur que dans l’icône ; il faut la couleur elle-même',
    ],
    [
      'film',
      'vide.mp4',
      () => Buffer.alloc(0),
      '« images/vide.mp4 » est vide ; il faut copier le fichier à nouveau',
    ],
    [
      'film',
      'coupe.mp4',
      () => half(example('film.mp4')),
      '« images/coupe.mp4 » est coupé ou abîmé ; il faut copier le fichier à nouveau',
    ],
    [
      'film',
      'faux.mp4',
      () => example('icon.svg'),
      '« images/faux.mp4 » n’est pas une vidéo MP4 ; il faut la convertir au lieu de changer son nom',
    ],
    [
      'film',
      'lourd.mp4',
      () => Buffer.concat([example('film.mp4'), free(100_000)]),
      '« images/lourd.mp4 » pèse 729 ko ; il faut 700 ko au plus',
    ],
    [
      'film',
      'hevc.mp4',
      () => Buffer.from(example('film.mp4').toString('latin1').replaceAll('avc1', 'hvc1'), 'latin1'),
      '« images/hevc.mp4 » n’est pas en H.264, que tous les navigateurs lisent ; il faut convertir la vidéo',
    ],
    [
      'film',
      'film.mov',
      () => example('film.mp4'),
      '« images/film.mov » ne va pas ici ; il faut un fichier mp4',
    ],
  ] as const)('%s %s is refused in one line with its remedy', async (field, name, bytes, line) => {
    const lines = await said(field, name, await bytes());
    expect(lines).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)]);
  });

  it('of a film is beside it where ffmpeg is not installed', async () => {
    vi.stubEnv('PATH', '');
    const own = Buffer.concat([example('film.mp4'), free(100)]);
    expect(await said('film', 'propre.mp4', own)).toEqual([
      '« images/propre.mp4 » n’a pas de première image, et ffmpeg ne peut pas l’en tirer ; il faut installer ffmpeg (sudo apt-get install ffmpeg), ou enregistrer cette image à côté, sous le même nom en .png',
    ]);
    writeFileSync(join(folder, 'images/propre.png'), await photo(1280, 720).png().toBuffer());
    expect(await said('film', 'propre.mp4', own)).toEqual([]);
    vi.unstubAllEnvs();
  });

  it('that is a folder is no file', async () => {
    mkdirSync(join(folder, 'images/dossier.svg'));
    writeFileSync(studioFile, shipped.replace('images/icon.svg', 'images/dossier.svg'));
    expect((await readStudio(folder)).faults).toEqual([expect.stringContaining('n’existe pas')]);
  });
});

/** An empty box of an MP4 file. */
function free(size: number): Buffer {
  const box = Buffer.alloc(size);
  box.writeUInt32BE(size, 0);
  box.write('free', 4);
  return box;
}
