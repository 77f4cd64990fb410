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

type Field = 'portrait' | 'icon' | 'film';
const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const photo = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#b05010', noise } });
const jpeg = (width: number, height = width) => photo(width, height).jpeg().toBuffer();
const png = (width: number, height = width) => photo(width, height).png().toBuffer();
const webp = photo(400, 500).webp().toBuffer();
const avif = photo(400, 500).avif({ effort: 0 }).toBuffer();
const half = async (whole: Buffer | Promise<Buffer>) => {
  const bytes = await whole;
  return bytes.subarray(0, bytes.length / 2);
};
const example = (name: string) => readFileSync(join(ROOT, 'example/images', name));
const film = example('film.mp4');
const hevc = Buffer.from(film.toString('latin1').replaceAll('avc1', 'hvc1'), 'latin1');
const svg = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${inner}</svg>`);
const filled = (colour: string) =>
  svg(`<style>.a { fill: ${colour} }</style><path class="a" d="M0 0h9v9z"/>`);
const heic = (brand = 'heic') => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`, 'latin1');
/** The same picture as other programs write it, with the brand of both formats first. */
const avifOfOthers = async () =>
  Buffer.from((await avif).toString('latin1').replace('ftypavif', 'ftypmif1'), 'latin1');

/** Returns what the check says of a picture in a field, after its name and with plain spaces. */
async function said(field: Field, name: string, bytes: Buffer): Promise<string[]> {
  writeFileSync(join(folder, 'images', name), bytes);
  writeFileSync(studioFile, shipped.replace(RegExp(`(  ${field}:) ".*"`), `$1 "images/${name}"`));
  const { faults } = await readStudio(folder, '2026-11-29');
  const place = /^.*studio\.yaml:\d+:\d+: images · [^:]+ : « images\/(.+?) » /;
  return faults.map((line) => line.replaceAll('\u00a0', ' ').replace(place, '$1 '));
}

const EMPTY = 'est vide ; il faut copier le fichier à nouveau';
const DAMAGED = 'est coupé ou abîmé ; il faut copier le fichier à nouveau';
const UNREAD = 'ne se lit pas ; il faut enregistrer l’image à nouveau';
const RENAMED = 'il faut convertir l’image au lieu de changer son nom';

describe('STUDIO-2: a picture', () => {
  it.each<[Field, string, Buffer | Promise<Buffer>, string?]>([
    ['portrait', 'moi.jpg', jpeg(400, 500)],
    ['portrait', 'moi.jpeg', jpeg(300)],
    ['portrait', 'moi.PNG', png(400, 500)],
    ['portrait', 'moi.webp', webp],
    ['portrait', 'moi.avif', avif],
    ['portrait', 'autre.avif', avifOfOthers()],
    ['portrait', 'moi.svg', filled('#b05010')],
    ['icon', 'marque.svg', filled('{light.primary}')],
    ['icon', 'marque.png', png(192)],
    ['film', 'mien.mp4', film],
    ['portrait', 'vide.jpg', Buffer.alloc(0), EMPTY],
    ['portrait', 'coupe.jpg', half(jpeg(400)), DAMAGED],
    ['portrait', 'coupe.png', half(png(400)), DAMAGED],
    ['portrait', 'coupe.webp', half(webp), '(est coupé|ne se lit pas)'],
    ['portrait', 'coupe.avif', half(avif), '(est coupé|ne se lit pas)'],
    ['portrait', 'coupe.svg', half(example('portrait.svg')), UNREAD],
    ['portrait', 'faux.jpg', png(400), `est en réalité un fichier png ; ${RENAMED}`],
    ['portrait', 'faux.png', filled('red'), `est en réalité un fichier svg ; ${RENAMED}`],
    ['portrait', 'texte.png', Buffer.from('not a picture'), UNREAD],
    ['portrait', 'faux.svg', png(400), 'n’est pas un dessin SVG ; il faut l’exporter en SVG au lieu'],
    ['portrait', 'anime.gif', photo(400).gif().toBuffer(), 'ne va pas ici ; .* jpg, jpeg, png, webp, avif, '],
    ['portrait', 'petit.jpg', jpeg(200, 900), 'a 200 × 900 pixels ; il faut 300 pixels de côté au moins$'],
    ['portrait', 'IMG_1.heic', heic(), 'est une photo HEIC, .* ; il faut l’enregistrer en JPEG \\(.+\\)$'],
    ['portrait', 'IMG_1.jpg', heic('mif1'), 'est une photo HEIC, '],
    ['portrait', 'IMG_2.heic', heic('hevc'), 'est une photo HEIC, '],
    ['portrait', 'couleur.svg', filled('{light.primary}'), '.* une couleur que dans l’icône ; il faut '],
    ['icon', 'petite.png', png(64), 'a 64 × 64 pixels ; il faut 192 pixels de côté au moins$'],
    ['icon', 'marque.jpg', jpeg(400), 'ne va pas ici ; il faut un fichier png, svg$'],
    ['icon', 'script.svg', svg('<script>alert(1)</script>'), 'contient un script ; il faut un dessin seul$'],
    ['icon', 'action.svg', svg('<g onload="alert(1)"/>'), 'contient une action .* ; il faut un dessin'],
    ['icon', 'lien.svg', svg('<a href="javascript:alert(1)"/>'), 'contient un lien javascript: ; il faut '],
    ['icon', 'page.svg', svg('<foreignObject/>'), 'contient une page .* ; il faut un dessin seul$'],
    ['icon', 'loin.svg', svg('<image href="https://a.fr/a.png"/>'), 'contient un fichier d’un autre site'],
    ['icon', 'couleur.svg', filled('{light.primry}'), '.* vouliez-vous dire « light.primary »'],
    ['icon', 'couleur.svg', filled('{accent}'), 'contient « {accent} », qui n’est pas une couleur'],
    ['film', 'vide.mp4', Buffer.alloc(0), EMPTY],
    ['film', 'coupe.mp4', half(film), DAMAGED],
    ['film', 'faux.mp4', example('icon.svg'), 'n’est pas une vidéo MP4 ; il faut la convertir'],
    ['film', 'lourd.mp4', Buffer.concat([film, free(100_000)]), 'pèse 729 ko ; il faut 700 ko au plus$'],
    ['film', 'hevc.mp4', hevc, 'n’est pas en H.264'],
    ['film', 'film.mov', film, 'ne va pas ici ; il faut un fichier mp4$'],
  ])('%s %s is accepted, or refused in one line with its remedy', async (field, name, bytes, line) => {
    const words = RegExp(`^${RegExp.escape(name)} ${line}`);
    expect(await said(field, name, await bytes)).toEqual(line ? [expect.stringMatching(words)] : []);
  });

  it('of a film is beside it where ffmpeg is not installed', async () => {
    vi.stubEnv('PATH', '');
    const head = film.readUInt32BE();
    const own = Buffer.concat([film.subarray(0, head), free(100, 1), film.subarray(head), free(100, 0)]);
    expect(await said('film', 'propre.mp4', own)).toEqual([
      'propre.mp4 n’a pas de première image, et ffmpeg ne peut pas l’en tirer ; il faut installer ffmpeg (sudo apt-get install ffmpeg), ou enregistrer cette image à côté, sous le même nom en .png',
    ]);
    writeFileSync(join(folder, 'images/propre.png'), await png(1280, 720));
    expect(await said('film', 'propre.mp4', own)).toEqual([]);
  });

  it('that is a folder is no file', async () => {
    mkdirSync(join(folder, 'images/dossier.svg'));
    writeFileSync(studioFile, shipped.replace('images/icon.svg', 'images/dossier.svg'));
    expect((await readStudio(folder)).faults).toEqual([expect.stringContaining('n’existe pas')]);
  });
});

/** Makes an empty box of an MP4 file. @param field 1: the size stands in eight more bytes; 0: the box is the last */
function free(size: number, field = size): Buffer {
  const box = Buffer.alloc(size);
  box.writeUInt32BE(field, 0);
  box.writeUInt32BE(size, 12);
  box.write('free', 4);
  return box;
}
