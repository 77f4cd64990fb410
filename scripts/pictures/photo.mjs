/** Makes the sizes and formats of the owner's pictures, and the poster of the film. */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { portraitSizes } from '../../src/pages/picture-files.ts';

const POSTERS = fileURLToPath(new URL('posters', import.meta.url));
const FORMATS = ['jpeg', 'png', 'webp', 'svg', 'heif', 'avif'];
/** In pixels; a smaller portrait would be blurred. */
const LEAST_SIDE = 300;
const FILM_BYTES = 700_000;
const POSTER_BYTES = 16_000;
const FIRST_FRAME_AS_PNG = ['-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', '-'];

/** A picture that cannot be used; its message is one French line with file and remedy. */
export class PictureError extends Error {
  /** @override */
  name = 'PictureError';
}

/** @param {string} file */
async function opened(file) {
  if (!existsSync(file))
    throw new PictureError(
      `src/content/identity.ts, identity.portrait : le fichier ${file} manque ; il faut une image JPEG, PNG, WebP, AVIF ou SVG à cet endroit.`,
    );
  const bytes = readFileSync(file);
  if (/^ftyp(hei|hev|mif1)/.test(bytes.toString('latin1', 4, 12)) && !bytes.includes('avif'))
    throw new PictureError(
      `${file} : c’est une photo HEIC, que les navigateurs ne lisent pas ; enregistrez-la en JPEG (iPhone ou Mac : Aperçu, Fichier, Exporter ; Windows : Photos, Enregistrer sous ; Linux : heif-convert).`,
    );
  const metadata = await sharp(bytes)
    .metadata()
    .catch(() => undefined);
  if (!metadata || !FORMATS.includes(metadata.format))
    throw new PictureError(
      `${file} : ce n’est pas une image lisible ; il faut un JPEG, PNG, WebP, AVIF ou SVG.`,
    );
  return { bytes, metadata };
}

/** Writes the square portrait in every size, as AVIF and WebP, without what a camera notes. @param {string} file @param {string} folder */
export async function makePortrait(file, folder) {
  const { bytes, metadata } = await opened(file);
  const { width = 0, height = 0, format } = metadata;
  const isDrawn = format === 'svg';
  if (!isDrawn && Math.min(width, height) < LEAST_SIDE)
    throw new PictureError(
      `${file} : ${width} × ${height} pixels, c’est trop petit ; il faut ${LEAST_SIDE} pixels de côté au moins.`,
    );
  const [largest = 0] = portraitSizes.toReversed();
  const density = isDrawn ? (72 * largest) / Math.max(1, Math.min(width, height)) : 72;
  const square = await sharp(bytes, { density })
    .autoOrient()
    .resize(largest, largest, { fit: 'cover', position: isDrawn ? 'centre' : 'attention' })
    .png()
    .toBuffer();
  for (const side of portraitSizes) {
    const image = sharp(square).resize(side, side);
    writeFileSync(
      `${folder}/images/portrait-${side}.avif`,
      await image.clone().avif({ quality: 60, effort: 2 }).toBuffer(),
    );
    writeFileSync(
      `${folder}/images/portrait-${side}.webp`,
      await image.clone().webp({ quality: 82 }).toBuffer(),
    );
  }
}

/**
 * Returns the first picture of the film as AVIF, light enough for the first view; `isDrawn` if it is the shipped one.
 * @param {string} film
 */
export async function makePoster(film) {
  const { bytes, isDrawn } = await firstPicture(film);
  return { poster: isDrawn ? bytes : await lightEnough(bytes), isDrawn };
}

/** @param {Buffer} bytes */
async function lightEnough(bytes) {
  for (let quality = 60; ; quality -= 5) {
    const poster = await sharp(bytes)
      .resize(1280, 720, { fit: 'cover' })
      .avif({ quality, effort: 6 })
      .toBuffer();
    if (poster.length <= POSTER_BYTES || quality <= 20) return poster;
  }
}

/** The first picture of this very film, by its name, otherwise by ffmpeg. @param {string} file */
async function firstPicture(file) {
  if (!existsSync(file))
    throw new PictureError(`${file} : le fichier manque ; il faut une vidéo MP4 (H.264) à cet endroit.`);
  const film = readFileSync(file);
  if (film.toString('latin1', 4, 8) !== 'ftyp')
    throw new PictureError(
      `${file} : ce n’est pas une vidéo MP4 ; convertissez le fichier au lieu de changer son nom.`,
    );
  if (film.length > FILM_BYTES)
    throw new PictureError(
      `${file} : ${Math.ceil(film.length / 1000)} ko, c’est trop lourd ; il faut ${FILM_BYTES / 1000} ko au plus.`,
    );
  const name = hash('sha256', film).slice(0, 12);
  const [drawn] = globSync(`${POSTERS}/drawn-${name}-*.avif`);
  if (drawn) return { bytes: readFileSync(drawn), isDrawn: true };
  const own = ['png', 'jpg', 'webp', 'avif']
    .map((kind) => file.replace(/\.\w+$/, `.${kind}`))
    .find((poster) => existsSync(poster));
  if (own) return { bytes: readFileSync(own), isDrawn: false };
  const { status, stdout } = spawnSync('ffmpeg', ['-v', 'error', '-i', file, ...FIRST_FRAME_AS_PNG], {
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (status === 0) return { bytes: stdout, isDrawn: false };
  throw new PictureError(
    `${file} : sa première image manque et ffmpeg ne peut pas l’en tirer ; installez ffmpeg (sudo apt-get install ffmpeg), ou enregistrez-la vous-même à côté, sous le même nom en .png.`,
  );
}
