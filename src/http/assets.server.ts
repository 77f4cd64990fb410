import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { IMMUTABLE, ONE_DAY } from './cache-control.ts';

/**
 * Serves the built files: precompressed where that helps, by byte range where a browser asks (the video), hashed ones for ever.
 */
export function registerAssets(app: FastifyInstance, clientDir: string): void {
  // From the root: the project itself may be somewhere below a folder of that name.
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
