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

export default defineConfig({
  plugins: [react(), refuseServerFiles()],
  appType: 'custom',
  build: {
    target: 'es2023',
    cssCodeSplit: false,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
