import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IMMUTABLE, ONE_DAY } from './cache-control.ts';

/**
 * Serves the built files: precompressed where that helps, by byte range where a browser asks (the video), hashed ones for ever.
 */
export function registerAssets(app: FastifyInstance, clientDir: string): void {
  // From the root: the project itself may be somewhere below a folder of that name.
  const hashed = join(clientDir, 'assets', sep);
  app.register(async (scope) => {
    scope.addHook('onRequest', ignoreRangeWhereItMeansNothing);
    scope.setErrorHandler(wholeForLongSuffix);
    scope.register(fastifyStatic, {
      root: clientDir,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz', '**/.vite/**'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.startsWith(hashed) ? IMMUTABLE : ONE_DAY);
        reply.header('vary', 'accept-encoding');
      },
    });
  });
}

/**
 * A range is for GET alone (RFC 9110, 14.2), and only of the file that the asker has a part of: our validators are weak, and
 * such a one never tells (13.1.5). The plugin looks at neither.
 */
async function ignoreRangeWhereItMeansNothing({ raw }: FastifyRequest): Promise<void> {
  const ifRange = raw.headers['if-range'];
  if (raw.method !== 'GET' || ifRange?.toString().startsWith('W/')) delete raw.headers.range;
}

/** A range of the last bytes that is longer than the file means all of it (RFC 9110, 14.1.2); the plugin refuses it. */
function wholeForLongSuffix(error: FastifyError, { raw, routeOptions }: FastifyRequest, reply: FastifyReply) {
  if (error.statusCode !== 416 || !/^bytes=-0*[1-9]\d*$/.test(raw.headers.range ?? '')) throw error;
  raw.headers.range = 'bytes=0-';
  return reply.code(200).sendFile(routeOptions.url as string);
}
