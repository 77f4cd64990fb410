import { createHash } from 'node:crypto';
import { basename, relative } from 'node:path';
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
 * Vite wraps every dynamic import to fetch style sheets and modules ahead. Here neither is left to fetch: the one style
 * sheet is in the document, and the document names the modules.
 */
function plainDynamicImports(): Plugin {
  return {
    name: 'plain-dynamic-imports',
    enforce: 'pre',
    load(id) {
      return id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null;
    },
  };
}

const shortNames = new Map<string, string>();

/** Class names are short in the build, where they are sent in the document and in the script; readable in development. */
function generateScopedName(name: string, file: string): string {
  const key = `${relative(import.meta.dirname, file.split('?')[0] ?? file)} ${name}`;
  if (process.argv.includes('src/start-dev.ts')) return `${basename(file, '.module.css')}_${name}`;
  const hash = createHash('sha256').update(key);
  const short = shortNames.get(key) ?? `_${hash.digest('base64url').replace(/[-_]/g, '').slice(0, 4)}`;
  shortNames.set(key, short);
  return short;
}

export default defineConfig({
  plugins: [react(), refuseServerFiles(), plainDynamicImports()],
  appType: 'custom',
  // React has the hook that wouter's shim brings for older versions.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  css: { modules: { generateScopedName } },
  build: {
    target: 'es2023',
    cssCodeSplit: false,
    manifest: true,
    assetsInlineLimit: 0,
    // The server names a page's modules in the document; the pages fetched later import nothing that is not there yet.
    modulePreload: false,
    reportCompressedSize: false,
  },
});
