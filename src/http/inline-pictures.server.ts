import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentAssets } from '../start-render.tsx';

/** Drawings that a browser asks for before the page is displayed. */
const candidates = ['/images/avatar.svg', '/favicon.svg'] as const;

/** About what a request of its own would cost in headers and connection; a larger file is better fetched and kept. */
const MAX_INLINE_BYTES = 6 * 1024;

/**
 * The drawings that are small enough to travel in the document, as `data:` addresses.
 * @param clientDir folder of the files that browsers ask for
 */
export function inlinePictures(clientDir: string): DocumentAssets['inlinePictures'] {
  const small = candidates
    .map((path) => [path, readFileSync(join(clientDir, path), 'utf8')] as const)
    .filter(([, drawing]) => Buffer.byteLength(drawing) <= MAX_INLINE_BYTES);
  return Object.fromEntries(small.map(([path, drawing]) => [path, dataAddress(drawing)]));
}

/**
 * Percent-encodes what has to be, and quotes, which take twice as much in a document (`&quot;`): readable text compresses better
 * than base64. A comma between the numbers of a path says the same as a blank (SVG 2, section 9.3.9).
 */
function dataAddress(drawing: string): string {
  const packed = drawing
    .replace(/\s+/g, ' ')
    .replaceAll('> <', '><')
    .replace(/(?<= d="[^"]*\d) (?=[\d.])/g, ',')
    .trim();
  return `data:image/svg+xml,${packed.replace(/["'%#<>&?[\]^`{|} ]/g, percentEncoded)}`;
}

/** Of one ASCII character; `encodeURIComponent` leaves the apostrophe as it is. */
function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
