/**
 * Makes every picture of the site from artwork/, the four colours, the portrait and the film. The same inputs give the same
 * bytes.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { digest } from '../scripts/setup/steps.mjs';
import { identity } from '../src/content/identity.ts';
import { palette } from '../src/theme/palette.ts';
import { notFound } from './drawings/not-found.mjs';
import { regie } from './drawings/regie.mjs';
import { studio } from './drawings/studio.mjs';
import { drawnStill } from './film/still.mjs';
import { makeIcons, withColours } from './icons.mjs';
import { makePortrait, makePoster } from './photo.mjs';
import { makeSharePictures } from './share-pictures.mjs';

const drawings = { studio, regie, 'not-found': notFound };

const CACHE = 'node_modules/.cache/pictures';

/**
 * Makes the pictures, unless that was done before for the same inputs.
 * @returns {Promise<string>} a folder that browsers see as /
 * @throws {PictureError} if a picture of the owner cannot be used
 */
export async function pictures() {
  const inputs = digest([
    'artwork',
    'public/video',
    'src/theme',
    'src/content/identity.ts',
    'src/content/page-facts.ts',
    'src/pages/picture-files.ts',
    'package-lock.json',
    ...(existsSync(identity.portrait) ? [identity.portrait] : []),
  ]);
  const folder = `${CACHE}/${inputs}`;
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await makePictures(unfinished, palette);
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
  return folder;
}

/** Returns the drawings by their address. @param {typeof palette} colours @returns {Record<string, string>} */
export function drawn({ light, dark }) {
  return Object.fromEntries(
    Object.entries(drawings).flatMap(([name, draw]) => [
      [`/images/${name}.svg`, draw(light)],
      [`/images/${name}-dark.svg`, draw(dark)],
    ]),
  );
}

/** @param {string} folder @param {typeof palette} colours */
export async function makePictures(folder, { light, dark }) {
  mkdirSync(`${folder}/images`, { recursive: true });
  for (const [path, drawing] of Object.entries(drawn({ light, dark })))
    writeFileSync(`${folder}${path}`, drawing);
  const mark = withColours(readFileSync('artwork/favicon.svg', 'utf8'), { light, dark });
  const { poster, isDrawn } = await makePoster();
  writeFileSync(`${folder}/images/home-poster.avif`, poster);
  await makeIcons(mark, light.surface, folder);
  await makePortrait(identity.portrait, folder);
  await makeSharePictures(isDrawn ? await drawnStill(light) : poster, mark, light, folder);
}
