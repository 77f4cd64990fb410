import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Cache-Control of files without a digest in their name. */
export const ONE_DAY = 'public, max-age=86400';

/** Cache-Control of files with a digest in their name: changed content has another name. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Serves the built files: precompressed if that helps, by byte range for the video. Browsers keep hashed files for ever. */
export function registerAssets(app: FastifyInstance, clientDir: string): void {
  // A whole path: the project itself may be below a folder called `assets`.
  const hashed = join(clientDir, 'assets', sep);
  // Other sites show these: Open Graph, and the logo that the structured data names.
  const forOtherSites = [join(clientDir, 'share', sep), join(clientDir, 'icon-512.png')];
  app.register(fastifyStatic, {
    root: clientDir,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/.vite/**'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(hashed) ? IMMUTABLE : ONE_DAY);
      if (forOtherSites.some((start) => path.startsWith(start)))
        reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
}
