// npm run preview-brand: shows the opening of every page in the studio's colours, both modes side by side. It reads the colours
// again at every reload, and builds nothing.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { readBuiltSite } from '../src/documents/built-site.server.ts';
import { routes } from '../src/routes.ts';
import { firstProfile, identity, palette } from '../src/site.ts';
import { drawn } from './pictures/make-pictures.mjs';
import { loadStudio, StudioError } from './studio/load.ts';
import { coloursCss } from './studio/plugin.ts';

const NOT_FOUND = '/page-introuvable';
/** @type {Record<string, string>} */
const types = { '.svg': 'image/svg+xml', '.html': 'text/html; charset=utf-8' };
const modes = /** @type {const} */ (['light', 'dark']);
const paths = [...Object.values(routes).map(({ path }) => path), NOT_FOUND];

const site = await readBuiltSite('dist');
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const { body, type } = await answer(pathname).catch((error) => ({ body: `${error}`, type: 'text/plain' }));
  response
    .writeHead(body === undefined ? 404 : 200, { 'content-type': type, 'cache-control': 'no-store' })
    .end(body);
});
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(
    `Aperçu : http://127.0.0.1:${port}/ (rechargez la page après chaque changement de studio.yaml ; Ctrl+C pour finir)`,
  );
});

/** @param {string} pathname @returns {Promise<{ body: string | Buffer | undefined, type: string }>} */
async function answer(pathname) {
  const { palette: colours, faults } = await currentColours();
  if (pathname === '/') return { body: overview(faults), type: 'text/html; charset=utf-8' };
  const [, mode, path] = /^\/(light|dark)(\/.*)$/.exec(pathname) ?? [];
  if (mode && path)
    return {
      body: await document(/** @type {'light' | 'dark'} */ (mode), path, colours),
      type: types['.html'] ?? '',
    };
  return { body: drawn(colours)[pathname] ?? built(pathname), type: types[extname(pathname)] ?? '' };
}

/** Returns the current colours of the folder, or those of the build while the folder has faults. */
async function currentColours() {
  try {
    return { palette: (await loadStudio()).site.palette, faults: [] };
  } catch (error) {
    if (!(error instanceof StudioError)) throw error;
    return { palette, faults: error.faults };
  }
}

/** @param {string} pathname */
function built(pathname) {
  try {
    return readFileSync(join(site.clientDir, normalize(pathname)));
  } catch {
    return undefined;
  }
}

/**
 * Renders a page of the build in these colours. @param {'light' | 'dark'} mode @param {string} path @param {typeof palette}
 * colours
 */
async function document(mode, path, colours) {
  const html = await site.render({
    path,
    profile: firstProfile,
    siteUrl: identity.siteAddress,
    apiUrl: null,
    assets: site.assets,
  });
  const own = `<style>${coloursCss((name) => colours[mode][name], colours.light)}</style>`;
  return html.replace('<html', `<html data-mode="${mode}"`).replace('</head>', `${own}</head>`);
}

/** @param {readonly string[]} lines */
function overview(lines) {
  // The sandbox disables scripts, because the gate would hide each page for a second.
  const frames = paths.flatMap((path) =>
    modes.map(
      (mode) =>
        `<iframe sandbox="allow-same-origin" title="${path}, ${mode}" src="/${mode}${path}"></iframe>`,
    ),
  );
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Aperçu des couleurs</title><style>
body { margin: 1rem; font: 1rem/1.5 sans-serif; background: #808080 }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem }
div { aspect-ratio: 8 / 5; overflow: hidden; container-type: inline-size }
iframe { width: 1280px; height: 800px; border: 0; transform-origin: 0 0; transform: scale(calc(100cqw / 1280px)) }
p { padding: .5rem 1rem; background: #fff }</style>
${lines.map((line) => `<p>${line.replaceAll('<', '&lt;')}</p>`).join('\n')}
<main>${frames.map((frame) => `<div>${frame}</div>`).join('\n')}</main></html>`;
}
