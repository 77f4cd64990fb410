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
  insightsScript: string;
  /** Returns the content security policy of a document. @param apiUrl origin of the API when it is on another host */
  policyFor(page: ShownPage, apiUrl: string | undefined): string;
}

/** Reads the build in `dist/`. */
export async function readBuiltSite(distDir: string): Promise<BuiltSite> {
  const manifest: Record<string, { file: string; isEntry?: boolean }> = JSON.parse(
    readFileSync(join(distDir, 'client/.vite/manifest.json'), 'utf8'),
  );
  const { renderDocument } = await import(pathToFileURL(join(distDir, 'server/render.js')).href);
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('The build has no entry: run npm run build again.');
  const files = Object.values(manifest).map(({ file }) => file);
  const sheet = files.find((file) => file.endsWith('.css'));
  if (!sheet) throw new Error('The build has no style sheet: run npm run build again.');
  const styleOf = (page: ShownPage) => readFileSync(join(distDir, `styles/${kebabName(page)}.css`), 'utf8');
  const styles = Object.fromEntries(shownPages().map((page) => [page, styleOf(page)])) as Record<
    ShownPage,
    string
  >;
  const assets = {
    styles,
    sheet: `/${sheet}`,
    gateScript: readFileSync(join(distDir, 'gate/gate.js'), 'utf8').trim(),
    entry: `/${entry.file}`,
    fonts: files
      .filter((file) => file.endsWith('.woff2') && !/-(rest|ext)-/.test(file))
      .map((file) => `/${file}`),
  };
  return {
    clientDir: join(distDir, 'client'),
    render: renderDocument,
    assets,
    insightsScript: readFileSync(join(distDir, 'insights/script.js'), 'utf8'),
    policyFor: (page, apiUrl) =>
      documentPolicy({ inlineScripts: [assets.gateScript], inlineStyles: [assets.styles[page]], apiUrl }),
  };
}
