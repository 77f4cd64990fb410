// node scripts/check-content.mjs: lists the owner's texts, prices, colours and pictures that cannot go online, and exits with 1
// if there are any. The build and npm run check begin with it.
import { readFileSync } from 'node:fs';
import { contentNotes, contentProblems } from '../src/content-check/content-check.server.ts';
import { brandNotes, brandProblems } from '../src/theme/brand-check.ts';
import { root } from './setup/steps.mjs';

const brand = readFileSync(`${root}/src/theme/brand.json`, 'utf8');
const problems = brandProblems(brand);
if (problems.length === 0) {
  for (const note of brandNotes(JSON.parse(brand))) console.error(`! ${note}`);
  const { folder, failure } = await madePictures();
  const texts = await contentProblems(root, folder ? [`${root}/public`, folder] : undefined);
  // The pictures need the texts: a text that cannot be read explains both.
  if (failure?.name === 'PictureError') problems.push(failure.message);
  else if (failure && texts.length === 0) throw failure;
  problems.push(...texts);
}
if (problems.length === 0) for (const note of await contentNotes(root)) console.error(`! ${note}`);
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) process.exit(1);

/** @returns {Promise<{ folder?: string, failure?: Error }>} */
async function madePictures() {
  try {
    const { pictures } = await import('../artwork/make-pictures.mjs');
    return { folder: await pictures() };
  } catch (failure) {
    return { failure: /** @type {Error} */ (failure) };
  }
}
