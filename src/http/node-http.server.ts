import { createRequire } from 'node:module';

/**
 * What the server takes of `node:http`, by `require`: an import reads every export of the module, and one of them loads
 * the client behind `fetch`, 2 MB that nothing here uses (docs/performance.md).
 */
export const { createServer, STATUS_CODES, validateHeaderValue } = createRequire(import.meta.url)(
  'node:http',
) as typeof import('node:http');
