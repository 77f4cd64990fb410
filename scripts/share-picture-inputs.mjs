import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { identity } from '../src/content/identity.ts';
import { pageFacts, pictureLine } from '../src/content/page-facts.ts';

const files = [
  'scripts/share-pictures.mjs',
  'public/images/home-poster.avif',
  'public/favicon.svg',
  'src/theme/brand.json',
];

/** Gives the digest of everything in the share pictures: their words, and the files they show. */
export function sharePictureDigest() {
  const words = Object.values(pageFacts).map(({ picture }) => picture);
  const texts = JSON.stringify([identity.studioName, pictureLine, ...words]);
  const contents = files.map((file) => hash('sha256', readFileSync(file)));
  return hash('sha256', [texts, ...contents].join('\n'));
}

/** The file with the digest of the pictures in public/share. */
export const digestFile = 'artwork/share-pictures.sha256';
