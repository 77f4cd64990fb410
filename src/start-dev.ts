import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build, createServer as createVite, type Rollup, type ViteDevServer } from 'vite';
import { pictures } from '../scripts/pictures/make-pictures.mjs';
import { loadStudio } from '../scripts/studio/load.ts';
import { createApp } from './app.server.ts';
import { systemClock } from './config/clock.ts';
import { type Config, readEnvironment } from './config/config.server.ts';
import { createLogger } from './config/logger.server.ts';
import type { BuiltSite } from './documents/built-site.server.ts';
import { explainFailure } from './failure.server.ts';
import { documentPolicy } from './http/security-headers.server.ts';
import { insightsScriptPath, sanitizerPath } from './routes.ts';
import type { RenderDocument } from './start-render.tsx';

const config = await Promise.try(readEnvironment).catch((error) => stopWith(error, undefined));
const logger = createLogger();
const server = createServer();
// The native loader writes no temporary file, which `node --watch` would take for a changed source.
const configLoader = 'native';
const vite = await createVite({
  configLoader,
  server: { middlewareMode: { server } },
  resolve: { alias: { [insightsScriptPath]: '/src/insights/script.ts', [sanitizerPath]: 'dompurify' } },
  clearScreen: false,
});
const site = await developmentSite(vite);
const { app } = await createApp({
  config,
  clock: systemClock,
  logger,
  site,
  development: true,
}).catch((error) => stopWith(error, config));
server.on('request', (request, response) => {
  vite.middlewares(request, response, () => app.routing(request, response));
});
server.once('error', (error) => stopWith(error, config));
server.listen(config.port, config.host, () => {
  const { port } = server.address() as AddressInfo;
  logger.info(`Le site est prêt : http://localhost:${port}/`);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, async () => {
    server.closeAllConnections();
    await Promise.all([app.close(), vite.close()]);
    process.exit(0);
  });
}

async function stopWith(error: unknown, config: Config | undefined): Promise<never> {
  process.stderr.write(`${explainFailure(error, config).message}\n`);
  process.exit(1);
}

/** Renders pages from the sources as they are at each request. */
async function developmentSite(vite: ViteDevServer): Promise<BuiltSite> {
  const preamble =
    'import { injectIntoGlobalHook } from "/@react-refresh"; injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;';
  const gateScript = await bundled('src/startup/gate.ts');
  return {
    clientDir: await pictures(await loadStudio()),
    render: async (input) => {
      const { renderDocument } = (await vite.ssrLoadModule('/src/start-render.tsx')) as {
        renderDocument: RenderDocument;
      };
      return renderDocument(input);
    },
    assets: {
      gateScript,
      styles: null,
      sheet: null,
      entry: '/src/start-browser.tsx',
      fonts: [],
      devScripts: `<script type="module">${preamble}</script><script type="module" src="/@vite/client"></script>`,
    },
    policyFor: (_page, apiUrl) =>
      documentPolicy({ inlineScripts: [gateScript, preamble], inlineStyles: [], apiUrl, development: true }),
  };
}

/** Builds a script that runs on its own, in memory. */
async function bundled(entry: string): Promise<string> {
  const output = (await build({
    configLoader,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, manifest: false, lib: { entry, formats: ['iife'], name: 'script' } },
  })) as Rollup.RollupOutput[];
  return output[0]?.output[0].code.trim() ?? '';
}
