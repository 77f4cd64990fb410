/** Makes the sizes and formats of the owner's pictures, and the poster of the film. */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { portraitSizes } from '../../src/pages/picture-files.ts';

const POSTERS = fileURLToPath(new URL('posters', import.meta.url));
const POSTER_BYTES = 16_000;
const FIRST_FRAME_AS_PNG = ['-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', '-'];

/**
 * Writes the square portrait in every size, as AVIF and WebP, without the camera's data. @param {string} file @param {string}
 * folder
 */
export async function makePortrait(file, folder) {
  const bytes = readFileSync(file);
  const { width = 0, height = 0, format } = await sharp(bytes).metadata();
  const isDrawn = format === 'svg';
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

/** Twice the width of a card, or of a reference on a wide screen. */
const PICTURE_WIDTH = 1360;

/**
 * Writes a picture no wider than pages show it, upright and without the camera's data, such as the place. A drawing is copied; one
 * with the name of a drawing of the site replaces its dark version too.
 * @param {string} file @param {string} into
 */
export async function makePicture(file, into) {
  const dark = into.replace('.svg', '-dark.svg');
  if (!/\.svg$/i.test(file))
    await sharp(file).autoOrient().resize({ width: PICTURE_WIDTH, withoutEnlargement: true }).toFile(into);
  else for (const each of existsSync(dark) ? [into, dark] : [into]) cpSync(file, each);
}

/**
 * Returns the first picture of the film as AVIF, small enough for the first view; `isDrawn` tells whether it is the shipped one.
 * @param {string} film
 */
export async function makePoster(film) {
  const { bytes, isDrawn = false } = firstPicture(film) ?? {};
  if (!bytes) throw new Error(`no picture of ${film}`);
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

/**
 * Finds a film's first picture: the shipped one by the film's digest, a file of the same name, or one from ffmpeg. Undefined
 * without any.
 * @param {string} file
 */
export function firstPicture(file) {
  const name = hash('sha256', readFileSync(file)).slice(0, 12);
  const [drawn] = globSync(`${POSTERS}/drawn-${name}-*.avif`);
  if (drawn) return { bytes: readFileSync(drawn), isDrawn: true };
  const own = ['png', 'jpg', 'webp', 'avif']
    .map((kind) => file.replace(/\.\w+$/, `.${kind}`))
    .find((poster) => existsSync(poster));
  if (own) return { bytes: readFileSync(own), isDrawn: false };
  const { status, stdout } = spawnSync('ffmpeg', ['-v', 'error', '-i', file, ...FIRST_FRAME_AS_PNG], {
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return status === 0 ? { bytes: stdout, isDrawn: false } : undefined;
}
