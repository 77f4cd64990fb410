/**
 * Makes every picture of the site from its drawings, the brand's four colours and the studio's folder. The same inputs give the
 * same bytes.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { digest } from '../setup/steps.mjs';
import { notFound } from './drawings/not-found.mjs';
import { regie } from './drawings/regie.mjs';
import { site } from './drawings/site.mjs';
import { studio } from './drawings/studio.mjs';
import { drawnStill } from './film/still.mjs';
import { makeIcons, withColours } from './icons.mjs';
import { makePicture, makePortrait, makePoster } from './photo.mjs';
import { makeSharePictures } from './share-pictures.mjs';

/** @typedef {import('../studio/load.ts').LoadedStudio} LoadedStudio */

const drawings = { studio, regie, site, 'not-found': notFound };

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/pictures', import.meta.url));

/**
 * Makes the pictures, unless that was done before for the same inputs.
 * @param {LoadedStudio} given @returns {Promise<string>} the folder of all pictures, whose paths are their addresses
 */
export async function pictures(given) {
  const { identity, share, palette } = given.site;
  const inputs = digest(
    ['scripts/pictures', 'src/pages/picture-files.ts', 'package-lock.json', `${given.path}/images`],
    JSON.stringify([identity.studioName, share, palette, given.studio.studio.pictures, namedPictures(given)]),
  );
  const folder = `${CACHE}/${inputs}`;
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await makePictures(unfinished, given);
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
  return folder;
}

/** Returns the drawings by their address. @param {LoadedStudio['site']['palette']} colours @returns {Record<string, string>} */
export function drawn({ light, dark }) {
  return Object.fromEntries(
    Object.entries(drawings).flatMap(([name, draw]) => [
      [`/images/${name}.svg`, draw(light)],
      [`/images/${name}-dark.svg`, draw(dark)],
    ]),
  );
}

/**
 * Returns the paths of the pictures that offers, references and the first profile name, from the studio's folder.
 * @param {Pick<LoadedStudio, 'path' | 'studio'>} given
 */
function namedPictures({ path, studio: { offers, references, profile } }) {
  const shown = [offers.regie, ...references.references].map((each) => each?.picture ?? '');
  const projects = profile.projects.map(({ urlImage }) => urlImage.replace(/^\//, ''));
  const named = [...shown, ...projects].filter((name) => name.startsWith('images/'));
  return [...new Set(named)].filter((name) => existsSync(`${path}/${name}`));
}

/** Makes the pictures in a folder. @param {string} folder @param {Pick<LoadedStudio, 'path' | 'studio' | 'site'>} given */
async function makePictures(folder, { path, studio, site }) {
  const own = studio.studio;
  const { light } = site.palette;
  mkdirSync(`${folder}/images`, { recursive: true });
  for (const [address, drawing] of Object.entries(drawn(site.palette)))
    writeFileSync(`${folder}${address}`, drawing);
  for (const name of namedPictures({ path, studio }))
    await makePicture(`${path}/${name}`, `${folder}/${name}`);
  const film = `${path}/${own.pictures.film}`;
  cpSync(film, `${folder}/video/home-video.mp4`);
  const { poster, isDrawn } = await makePoster(film);
  writeFileSync(`${folder}/images/home-poster.avif`, poster);
  const icon = readFileSync(`${path}/${own.pictures.icon}`);
  const mark = icon.includes('<svg') ? Buffer.from(withColours(icon.toString(), site.palette)) : icon;
  await makeIcons(mark, light.surface, folder);
  if (own.pictures.portrait) await makePortrait(`${path}/${own.pictures.portrait}`, folder);
  await makeSharePictures(site, isDrawn ? await drawnStill(light) : poster, mark, folder);
}
