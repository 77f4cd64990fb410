import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Tests by kind that a file's bytes are what its name says; browsers trust the name (nosniff). */
const kinds = {
  '.svg': { name: 'un dessin SVG', holds: (bytes: Buffer) => bytes.subarray(0, 1000).includes('<svg') },
  '.avif': {
    name: 'une image AVIF',
    holds: (bytes: Buffer) => bytes.subarray(4, 12).equals(Buffer.from('ftypavif')),
  },
  '.png': {
    name: 'une image PNG',
    holds: (bytes: Buffer) => bytes.subarray(1, 4).equals(Buffer.from('PNG')),
  },
  '.mp4': {
    name: 'une vidéo MP4',
    holds: (bytes: Buffer) => bytes.subarray(4, 8).equals(Buffer.from('ftyp')),
  },
};

/** Every picture and video of the pages, with its largest size in kilobytes. */
const media: Readonly<Record<string, number>> = {
  'images/avatar.svg': 150,
  'images/regie.svg': 150,
  'images/regie-dark.svg': 150,
  'images/studio.svg': 150,
  'images/studio-dark.svg': 150,
  'images/not-found.svg': 150,
  'images/not-found-dark.svg': 150,
  'images/home-poster.avif': 16,
  'video/home-video.mp4': 700,
  'favicon.svg': 50,
  'apple-touch-icon.png': 100,
  'icon-192.png': 100,
  'icon-512.png': 300,
  'icon-maskable-512.png': 300,
};

/**
 * Lists errors in the pictures and videos that the studio may replace.
 * @param publicDir the folder `public`
 */
export function pictureProblems(publicDir: string): string[] {
  return Object.entries(media).flatMap(([path, kilobytes]) => {
    const fix = fixOf(join(publicDir, path), kilobytes);
    return fix === undefined ? [] : [`public/${path} : ${fix}`];
  });
}

function fixOf(file: string, kilobytes: number): string | undefined {
  const { name, holds } = kinds[extname(file) as keyof typeof kinds];
  if (!existsSync(file)) return `le fichier manque ; il faut ${name} à cet endroit.`;
  const bytes = readFileSync(file);
  if (!holds(bytes)) return `ce n’est pas ${name} ; convertissez le fichier au lieu de changer son nom.`;
  const found = Math.ceil(bytes.length / 1000);
  return found > kilobytes ? `${found} ko, c’est trop lourd ; il faut ${kilobytes} ko au plus.` : undefined;
}
