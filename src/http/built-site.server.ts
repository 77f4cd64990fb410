import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DocumentAssets, RenderDocument } from '../start-render.tsx';
import { inlinePictures } from './inline-pictures.server.ts';
import { documentPolicy } from './security-headers.server.ts';

/** The browser's side of the site, ready to be served. */
export interface Site {
  /** Folder of the files that browsers ask for. */
  clientDir: string;
  render: RenderDocument;
  assetsFor(page: string): DocumentAssets;
  /** The script of `/insights/script.js`. */
  insightsScript: string;
  /** The content security policy of the documents. */
  policy(apiUrl: string | undefined): string;
}

interface ManifestChunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
  assets?: string[];
}

type Manifest = Record<string, ManifestChunk>;

/**
 * Reads what `npm run build` left in `dist/`.
 * @param distDir folder of the build
 * @throws when there is no build there
 */
export async function readBuiltSite(distDir: string): Promise<Site> {
  const manifest: Manifest = JSON.parse(readFileSync(join(distDir, 'client/.vite/manifest.json'), 'utf8'));
  const { renderDocument } = await import(pathToFileURL(join(distDir, 'server/render.js')).href);
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('The build has no entry: run npm run build again.');
  const shared = {
    gateScript: readFileSync(join(distDir, 'gate/gate.js'), 'utf8').trim(),
    css: cssOf(manifest, distDir),
    stylesheets: [],
    entry: `/${entry.file}`,
    fonts: fontsOf(manifest),
    inlinePictures: inlinePictures(join(distDir, 'client')),
  };
  return {
    clientDir: join(distDir, 'client'),
    render: renderDocument,
    assetsFor: (page) => ({ ...shared, preloads: preloadsOf(manifest, page) }),
    insightsScript: readFileSync(join(distDir, 'insights/script.js'), 'utf8'),
    policy: (apiUrl) =>
      documentPolicy({ inlineScripts: [shared.gateScript], inlineStyles: [shared.css], apiUrl }),
  };
}

function cssOf(manifest: Manifest, distDir: string): string {
  const files = Object.values(manifest).filter((chunk) => chunk.file.endsWith('.css'));
  return files.map(({ file }) => readFileSync(join(distDir, 'client', file), 'utf8').trim()).join('\n');
}

function fontsOf(manifest: Manifest): string[] {
  const files = Object.values(manifest).map(({ file }) => file);
  return files.filter((file) => file.endsWith('.woff2') && !file.includes('-ext')).map((file) => `/${file}`);
}

/** The chunk of a page and what it imports, so that the browser asks for all of it at once. */
function preloadsOf(manifest: Manifest, page: string): string[] {
  const folder = page.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || chunk.isEntry || seen.has(`/${chunk.file}`)) return;
    seen.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(`src/pages/${folder}/${folder}-page.tsx`);
  if (seen.size === 0)
    throw new Error(`The build has no chunk for the page ${page}: run npm run build again.`);
  return [...seen];
}
