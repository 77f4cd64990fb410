import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { documentPolicy } from '../http/security-headers.server.ts';
import { kebabName, type ShownPage, shownPages } from '../routes.ts';
import type { DocumentAssets, RenderDocument } from '../start-render.tsx';

export interface BuiltSite {
  clientDir: string;
  render: RenderDocument;
  assets: DocumentAssets;
  /** Returns the content security policy of a document. @param apiUrl origin of the API when it is on another host */
  policyFor(page: ShownPage, apiUrl: string | undefined): string;
}

/** Makes a value for each page, and for the 404 page. */
export function perPage<Value>(make: (page: ShownPage) => Value): Record<ShownPage, Value> {
  return Object.fromEntries(shownPages().map((page) => [page, make(page)])) as Record<ShownPage, Value>;
}

/** Reads the build in `dist/`. */
export async function readBuiltSite(distDir: string): Promise<BuiltSite> {
  const manifest: Record<string, { file: string }> = JSON.parse(
    readFileSync(join(distDir, 'client/.vite/manifest.json'), 'utf8'),
  );
  const { renderDocument } = await import(pathToFileURL(join(distDir, 'server/render.js')).href);
  const { 'src/start-browser.tsx': entry, 'style.css': sheet } = manifest;
  if (!entry || !sheet) throw new Error('The build has no script or no style: run npm run build again.');
  const assets = {
    styles: perPage((page) => readFileSync(join(distDir, `styles/${kebabName(page)}.css`), 'utf8')),
    sheet: `/${sheet.file}`,
    gateScript: readFileSync(join(distDir, 'gate/gate.js'), 'utf8').trim(),
    entry: `/${entry.file}`,
    fonts: Object.values(manifest)
      .filter(({ file }) => file.endsWith('.woff2') && !/-(rest|ext)-/.test(file))
      .map(({ file }) => `/${file}`),
  };
  return {
    clientDir: join(distDir, 'client'),
    render: renderDocument,
    assets,
    policyFor: (page, apiUrl) =>
      documentPolicy({ inlineScripts: [assets.gateScript], inlineStyles: [assets.styles[page]], apiUrl }),
  };
}
