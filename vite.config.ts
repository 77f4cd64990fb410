import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** A file that says `.server.ts` never reaches a browser: the client build stops there. */
function refuseServerFiles(): Plugin {
  return {
    name: 'refuse-server-files',
    enforce: 'pre',
    load(id) {
      if (this.environment.config.consumer === 'client' && /\.server\.tsx?$/.test(id.split('?')[0] ?? '')) {
        throw new Error(`${id} belongs to the server and must not be imported by browser code`);
      }
      return null;
    },
  };
}

/**
 * Vite wraps every dynamic import to fetch style sheets and modules ahead. Ours adopts the sheets, asks again for what failed,
 * and knows what came in the document, where the modules of the first page are named too.
 */
function ownPreloadHelper(): Plugin {
  const file = join(import.meta.dirname, 'src/pages/page-files.ts');
  return {
    name: 'own-preload-helper',
    enforce: 'pre',
    load(id) {
      const source = `export { loadWithFiles as __vitePreload } from ${JSON.stringify(file)};`;
      return id === '\0vite/preload-helper.js' ? source : null;
    },
  };
}

export default defineConfig({
  plugins: [react(), refuseServerFiles(), ownPreloadHelper()],
  appType: 'custom',
  // React has the hook that wouter's shim brings for older versions.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    target: 'es2023',
    manifest: true,
    assetsInlineLimit: 0,
    // The server names a page's modules in the document. Those of pages followed later, the one asked for included, are handed to
    // our own helper.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, others) => [...new Set([file, ...others])],
    },
    reportCompressedSize: false,
  },
});
