// npm run preview-brand: shows the opening of every page in the colours of brand.json, both modes side by side. It reads the file
// again at every reload, and builds nothing.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { drawn } from '../artwork/make-pictures.mjs';
import { exampleProfile } from '../src/content/example-profile.ts';
import { identity } from '../src/content/identity.ts';
import { readBuiltSite } from '../src/documents/built-site.server.ts';
import { routes } from '../src/routes.ts';
import { brandNotes, brandProblems } from '../src/theme/brand-check.ts';
import { paletteOf } from '../src/theme/colours.ts';
import { coloursCss } from './brand-colours.ts';

const BRAND = 'src/theme/brand.json';
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
    `Aperçu : http://127.0.0.1:${port}/ (rechargez la page après chaque changement de ${BRAND} ; Ctrl+C pour finir)`,
  );
});

/** @param {string} pathname @returns {Promise<{ body: string | Buffer | undefined, type: string }>} */
async function answer(pathname) {
  const text = readFileSync(BRAND, 'utf8');
  const problems = brandProblems(text);
  if (pathname === '/')
    return {
      body: overview(problems.length > 0 ? problems : brandNotes(JSON.parse(text)), problems.length === 0),
      type: 'text/html; charset=utf-8',
    };
  const colours = paletteOf(JSON.parse(text));
  const [, mode, path] = /^\/(light|dark)(\/.*)$/.exec(pathname) ?? [];
  if (mode && path)
    return {
      body: await document(/** @type {'light' | 'dark'} */ (mode), path, colours),
      type: types['.html'] ?? '',
    };
  return { body: drawn(colours)[pathname] ?? built(pathname), type: types[extname(pathname)] ?? '' };
}

/** @param {string} pathname */
function built(pathname) {
  try {
    return readFileSync(join(site.clientDir, normalize(pathname)));
  } catch {
    return undefined;
  }
}

/** A page of the build in these colours. @param {'light' | 'dark'} mode @param {string} path @param {ReturnType<typeof paletteOf>} colours */
async function document(mode, path, colours) {
  const html = await site.render({
    path,
    profile: exampleProfile,
    siteUrl: identity.siteAddress,
    apiUrl: null,
    assets: site.assets,
  });
  const own = `<style>${coloursCss((name) => colours[mode][name])}</style>`;
  return html.replace('<html', `<html data-mode="${mode}"`).replace('</head>', `${own}</head>`);
}

/** @param {string[]} lines @param {boolean} isUsable */
function overview(lines, isUsable) {
  // Without scripts, as the gate would hide each page for a second.
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
<main>${isUsable ? frames.map((frame) => `<div>${frame}</div>`).join('\n') : ''}</main></html>`;
}
