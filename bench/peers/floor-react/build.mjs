// The floor page rendered by React and hydrated from an async module, into the folder given.
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { floorPage } from '../pages/floor-page.mjs';
import { addMedia } from '../pages/media.mjs';

const [folder] = process.argv.slice(2);
const rendererDir = join(import.meta.dirname, 'dist');
const shared = {
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic' } },
};

await build({ ...shared, build: { outDir: rendererDir, ssr: 'server.jsx' } });
await build({
  ...shared,
  build: { outDir: resolve(folder), emptyOutDir: true, rolldownOptions: { input: 'client.jsx' } },
});
const { html } = await import(pathToFileURL(join(rendererDir, 'server.js')).href);
const [script] = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));
addMedia(folder);
writeFileSync(
  join(folder, 'index.html'),
  floorPage({
    head: `<script type="module" async src="/assets/${script}"></script>`,
    body: `<div id="root">${html}</div>`,
  }),
);
