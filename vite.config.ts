import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
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

/**
 * The browser is sent the studio’s identity in parts, each page with what it shows: a module for each field, and a namespace around
 * them, of which bundlers take what is read. The properties of one object stay together.
 */
function identityInParts(): Plugin {
  const file = join(import.meta.dirname, 'src/content/identity.ts');
  const fields = import(file).then(({ identity }): Record<string, string> => identity);
  return {
    name: 'identity-in-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(`${file}?`) ? id : null),
    async load(id) {
      if (this.environment.config.consumer !== 'client' || !id.startsWith(file)) return null;
      const [, part] = id.split('?');
      if (part === 'all')
        return Object.keys(await fields)
          .map((field) => `export { value as ${field} } from ${JSON.stringify(`${file}?${field}`)};`)
          .join('\n');
      if (part) return `export const value = ${JSON.stringify((await fields)[part])};`;
      return `export * as identity from ${JSON.stringify(`${file}?all`)};`;
    },
  };
}

const styleSheets = globSync('src/**/*.css', { cwd: import.meta.dirname }).map((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8'),
);

/** Longer ones would bring each page more style than they save. */
const LONGEST_IN_PLACE = 60;

/**
 * The tokens that are the same everywhere, by name: set once, in `tokens.css`, to no colour of a mode. The build puts the short
 * ones where they are used: what refers to a token is read anew for each element, again when the page is displayed.
 */
function constantTokens(): ReadonlyMap<string, string> {
  const tokens = readFileSync(join(import.meta.dirname, 'src/theme/tokens.css'), 'utf8');
  const everywhere = declarations(styleSheets.join('\n')).map(([name]) => name);
  const constant = declarations(tokens).filter(([name, value]) => {
    const isShort = value.length <= LONGEST_IN_PLACE;
    return (
      isShort && !value.includes('light-dark') && everywhere.filter((other) => other === name).length === 1
    );
  });
  return new Map(constant);
}

function declarations(css: string): [name: string, value: string][] {
  return [...css.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm)].map(([, name = '', value = '']) => [name, value]);
}

/** What is used of PostCSS's tree of a style sheet. */
interface StyleTree {
  walkDecls(visit: (declaration: { prop: string; value: string; remove(): void }) => void): void;
}

/** For PostCSS: references to constant tokens become their values, and the tokens go. */
function constantsInPlace() {
  const constants = constantTokens();
  const inPlace = (value: string): string =>
    value.replace(/var\((--[\w-]+)\)/g, (reference, name) => {
      const constant = constants.get(name);
      return constant === undefined ? reference : inPlace(constant);
    });
  return {
    postcssPlugin: 'constants-in-place',
    OnceExit(root: StyleTree) {
      root.walkDecls((declaration) => {
        if (constants.has(declaration.prop)) declaration.remove();
        else declaration.value = inPlace(declaration.value);
      });
    },
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** a, b … Z, aa, ab …: short, and what is sent in order compresses better than digests. */
function nthName(index: number): string {
  const rest = Math.floor(index / letters.length);
  return (rest === 0 ? '' : nthName(rest - 1)) + letters[index % letters.length];
}

/**
 * Every name that a style sheet module gives, numbered in the order of files: browser and server are built apart, and agree.
 * Each begins with `_`: advertisement blockers hide whatever has a class such as `ad` or `ads`.
 */
function numberNames(): ReadonlyMap<string, string> {
  const keys = globSync('src/**/*.module.css', { cwd: import.meta.dirname })
    .sort()
    .flatMap((file) => {
      const css = readFileSync(join(import.meta.dirname, file), 'utf8');
      return [...css.matchAll(/(?:\.|@keyframes )([A-Za-z][\w-]*)/g)].map(([, name]) => `${file} ${name}`);
    });
  return new Map([...new Set(keys)].map((key, index) => [key, `_${nthName(index)}`]));
}

const numbered = numberNames();

/** Class names in development: readable, and there for a class that was added a moment ago. */
function readableName(name: string, file: string): string {
  return `${basename(pathOf(file), '.module.css')}_${name}`;
}

/** Class names in the build: short, since they are sent in the document and in the script. */
function shortName(name: string, file: string): string {
  const path = pathOf(file);
  const short = numbered.get(`${relative(import.meta.dirname, path)} ${name}`);
  if (short === undefined) throw new Error(`${path}: no short name for ${name}`);
  return short;
}

/** Vite may put a query behind the path of a style sheet. */
function pathOf(file: string): string {
  return file.split('?')[0] ?? file;
}

/** The two properties that `light-dark()` becomes for older browsers, by short names: every document holds them eighty times. */
function shortModeNames(): Plugin {
  return {
    name: 'short-mode-names',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = String(file.source).replaceAll('--lightningcss-', '--');
      }
    },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [react(), refuseServerFiles(), ownPreloadHelper(), identityInParts(), shortModeNames()],
  appType: 'custom',
  // React has the hook that wouter's shim brings for older versions.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  css: {
    // While developing, an edited token has to reach every style sheet.
    ...(command === 'build' ? { postcss: { plugins: [constantsInPlace()] } } : {}),
    modules: { generateScopedName: command === 'serve' ? readableName : shortName },
  },
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
}));
