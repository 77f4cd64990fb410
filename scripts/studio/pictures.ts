import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { firstPicture } from '../pictures/photo.mjs';
import { type Files, groupsAt, type Report, valueAt } from './cross-checks.ts';
import { filesIn, quoted, suggestion } from './faults.ts';
import type { FileName } from './schema.ts';

interface Kind {
  /** Allowed file name endings, each with the format that sharp has to find in the file. */
  formats: Readonly<Record<string, string>>;
  /** Least side in pixels; a smaller picture would look blurred. */
  least: number;
  /** Whether the build replaces names of colours in it. */
  isColoured?: true;
}

const raster = { jpg: 'jpeg', jpeg: 'jpeg', png: 'png', webp: 'webp', avif: 'heif' };
const photo: Kind = { formats: { ...raster, svg: 'svg' }, least: 300 };
const icon: Kind = { formats: { png: 'png', svg: 'svg' }, least: 192, isColoured: true };
const film: Kind = { formats: { mp4: 'mp4' }, least: 0 };

/** Every field that names a file of images/. */
const fields: readonly (readonly [file: FileName, groups: string, key: string, Kind])[] = [
  ['studio', 'pictures', 'portrait', photo],
  ['studio', 'pictures', 'icon', icon],
  ['studio', 'pictures', 'film', film],
  ['offers', 'regie', 'picture', photo],
  ['references', 'references/*', 'picture', photo],
  ['profile', 'projects/*', 'urlImage', photo],
];

/** Matches the site's own drawings, and pictures on other sites; only a profile may name these. */
const ELSEWHERE = /^\/images\/(?:studio|regie|site)(?:-dark)?\.svg$|^https:\/\//;

const FILM_BYTES = 700_000;
const CUT = 'est coupé ou abîmé ; il faut copier le fichier à nouveau';
const NO_POSTER =
  'n’a pas de première image, et ffmpeg ne peut pas l’en tirer ; il faut installer ffmpeg (sudo apt-get install ffmpeg), ou enregistrer cette image à côté, sous le même nom en .png';
const HEIC =
  'est une photo HEIC, que les navigateurs ne lisent pas ; il faut l’enregistrer en JPEG (iPhone ou Mac : Aperçu, Fichier, Exporter ; Windows : Photos, Enregistrer sous ; Linux : heif-convert)';

/** Reports files that are missing, cut, too small, or not what their names say. @param tokens colours that a drawing may name */
export async function checkPictures(
  folder: string,
  files: Files,
  tokens: readonly string[],
  report: Report,
): Promise<void> {
  const known = filesIn(join(folder, 'images')).map((name) => `images/${name}`);
  for (const [file, groups, key, kind] of fields)
    for (const group of groupsAt(files[file].value, groups.split('/'))) {
      const path = [...group, key];
      const typed = valueAt(files[file].value, path);
      if (typeof typed !== 'string' || ELSEWHERE.test(typed)) continue;
      const name = typed.replace(/^\//, '');
      // Another rule reports a text that is no name of a file.
      if (!/^images\/[^/\\]+$/.test(name) && file !== 'profile') continue;
      const fault = known.includes(name)
        ? await fileFault(folder, name, kind, tokens)
        : `${quoted(typed)} n’existe pas ; ${suggestion(name, known)}`;
      if (fault) report(file, path, fault);
    }
}

async function fileFault(
  folder: string,
  name: string,
  kind: Kind,
  tokens: readonly string[],
): Promise<string | undefined> {
  const bytes = readFileSync(join(folder, name));
  const end = extname(name).slice(1).toLowerCase();
  const wanted = Object.keys(kind.formats).join(', ');
  const says = (fault: string) => `${quoted(name)} ${fault}`;
  if (bytes.length === 0) return says('est vide ; il faut copier le fichier à nouveau');
  // Phones name a HEIC photo .heic, but some programs rename it.
  if (/^ftyp(?:hei|hev|mif1)/.test(bytes.toString('latin1', 4, 12)) && !bytes.includes('avif'))
    return says(HEIC);
  const format = kind.formats[end];
  if (!format) return says(`ne va pas ici ; il faut un fichier ${wanted}`);
  if (format === 'mp4') {
    const fault = filmFault(bytes);
    if (fault) return says(fault);
    return firstPicture(join(folder, name)) ? undefined : says(NO_POSTER);
  }
  if (end === 'svg') {
    const fault = drawingFault(bytes.toString(), kind.isColoured ? tokens : []);
    if (fault) return says(fault);
  }
  const drawing = end === 'svg' ? Buffer.from(bytes.toString().replace(TOKEN, '#000000')) : bytes;
  const picture = sharp(drawing);
  const metadata: Metadata | undefined = await picture.metadata().catch(() => undefined);
  if (!metadata) return says('ne se lit pas ; il faut enregistrer l’image à nouveau');
  if (metadata.format !== format)
    return says(
      `est en réalité un fichier ${metadata.format} ; il faut convertir l’image au lieu de changer son nom`,
    );
  if (end === 'svg') return undefined;
  // Only reading every pixel proves that the file is complete.
  if (!(await picture.stats().catch(() => undefined))) return says(CUT);
  const { width = 0, height = 0 } = metadata;
  if (Math.min(width, height) < kind.least)
    return says(`a ${width} × ${height} pixels ; il faut ${kind.least} pixels de côté au moins`);
  return undefined;
}

const TOKEN = /\{([\w.-]+)\}/g;

/** Content that a drawing must not have, each with its French name. */
const active: readonly (readonly [RegExp, string])[] = [
  [/<script/i, 'un script'],
  [/\son\w+\s*=/i, 'une action (onload…)'],
  [/javascript:/i, 'un lien javascript:'],
  [/<foreignObject/i, 'une page (foreignObject)'],
  [/<!ENTITY/i, 'une entité'],
  [
    /(?:href|src)\s*=\s*["']\s*(?:https?:)?\/\/|url\(\s*["']?\s*(?:https?:)?\/\/|@import/i,
    'un fichier d’un autre site',
  ],
];

function drawingFault(drawing: string, tokens: readonly string[]): string | undefined {
  if (!drawing.includes('<svg'))
    return 'n’est pas un dessin SVG ; il faut l’exporter en SVG au lieu de changer son nom';
  const [, found] = active.find(([sign]) => sign.test(drawing)) ?? [];
  if (found) return `contient ${found} ; il faut un dessin seul`;
  const [, token] = [...drawing.matchAll(TOKEN)].find(([, name = '']) => !tokens.includes(name)) ?? [];
  if (token === undefined) return undefined;
  const remedy =
    tokens.length > 0
      ? `qui n’est pas une couleur du site ; ${suggestion(token, tokens)}`
      : 'qui ne devient une couleur que dans l’icône ; il faut la couleur elle-même';
  return `contient ${quoted(`{${token}}`)}, ${remedy}`;
}

function filmFault(bytes: Buffer): string | undefined {
  const parts = partsOf(bytes) ?? [];
  if (bytes.toString('latin1', 4, 8) !== 'ftyp')
    return 'n’est pas une vidéo MP4 ; il faut la convertir au lieu de changer son nom';
  if (!parts.includes('moov') || !parts.includes('mdat')) return CUT;
  if (!bytes.includes('avc1'))
    return 'n’est pas en H.264, que tous les navigateurs lisent ; il faut convertir la vidéo';
  if (bytes.length > FILM_BYTES)
    return `pèse ${Math.ceil(bytes.length / 1000)} ko ; il faut ${FILM_BYTES / 1000} ko au plus`;
  return undefined;
}

/** Lists the types of the boxes in an MP4 file (ISO/IEC 14496-12); undefined if the last box is cut. */
function partsOf(bytes: Buffer): string[] | undefined {
  const types: string[] = [];
  let offset = 0;
  while (offset + 8 <= bytes.length) {
    types.push(bytes.toString('latin1', offset + 4, offset + 8));
    const size = bytes.readUInt32BE(offset);
    // A size of 0 means up to the end of the file; 1 means that eight bytes with the size follow.
    if (size === 0) return types;
    offset += size === 1 ? Number(bytes.readBigUInt64BE(offset + 8)) : Math.max(size, 8);
  }
  return offset === bytes.length ? types : undefined;
}
