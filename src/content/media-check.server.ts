import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentProblem } from './content-problem.ts';

interface Kind {
  /** What the operator calls it. */
  name: string;
  /** Whether the first bytes are those of this kind; browsers are told to trust the extension (nosniff). */
  begins(bytes: Buffer): boolean;
}

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

const kinds = {
  svg: { name: 'un dessin SVG', begins: (bytes) => text(bytes, 0, 1000).includes('<svg') },
  avif: { name: 'une image AVIF', begins: (bytes) => text(bytes, 4, 12) === 'ftypavif' },
  png: { name: 'une image PNG', begins: (bytes) => text(bytes, 1, 4) === 'PNG' },
  mp4: { name: 'une vidéo MP4', begins: (bytes) => text(bytes, 4, 8) === 'ftyp' },
} as const satisfies Record<string, Kind>;

const KB = 1000;

/** Every picture and video that pages name, with the bytes it may have at most, for visitors on the move. */
const media: readonly [path: string, kind: keyof typeof kinds, maxBytes: number][] = [
  ['images/avatar.svg', 'svg', 150 * KB],
  ['images/regie.svg', 'svg', 150 * KB],
  ['images/regie-dark.svg', 'svg', 150 * KB],
  ['images/studio.svg', 'svg', 150 * KB],
  ['images/studio-dark.svg', 'svg', 150 * KB],
  ['images/not-found.svg', 'svg', 150 * KB],
  ['images/not-found-dark.svg', 'svg', 150 * KB],
  ['images/home-poster.avif', 'avif', 16 * KB],
  ['video/home-video.mp4', 'mp4', 700 * KB],
  ['favicon.svg', 'svg', 50 * KB],
  ['apple-touch-icon.png', 'png', 100 * KB],
  ['icon-192.png', 'png', 100 * KB],
  ['icon-512.png', 'png', 300 * KB],
  ['icon-maskable-512.png', 'png', 300 * KB],
];

/**
 * Lists what is wrong with the files that are replaced by dropping others of the same name.
 * @param publicDir the folder `public`
 */
export function mediaProblems(publicDir: string): ContentProblem[] {
  return media.flatMap(([path, kind, maxBytes]) => {
    const fix = fixOf(join(publicDir, path), kinds[kind], maxBytes);
    return fix === undefined ? [] : [{ file: `public/${path}`, field: '', fix }];
  });
}

function fixOf(file: string, { name, begins }: Kind, maxBytes: number): string | undefined {
  if (!existsSync(file)) return `le fichier manque ; il faut ${name} à cet endroit.`;
  const bytes = readFileSync(file);
  if (!begins(bytes)) return `ce n’est pas ${name} ; convertissez le fichier au lieu de changer son nom.`;
  if (bytes.length <= maxBytes) return undefined;
  return `${Math.ceil(bytes.length / KB)} ko, c’est trop lourd ; il faut ${maxBytes / KB} ko au plus.`;
}
