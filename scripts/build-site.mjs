// Builds dist/: the browser's files (with br and gzip beside them), the page renderer, and two small scripts. The build goes into
// another folder first, so that neither a failed build nor a running site loses its dist/.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { kebabName, licencesPath, sanitizerPath, shownPages } from '../src/routes.ts';
import { pictures } from './pictures/make-pictures.mjs';
import { putInPlace } from './put-in-place.mjs';
import { loadChecked, moduleOf } from './studio/load.ts';

const unfinished = 'dist.unfinished';
const ENTRY = 'virtual:page/';
/** Styles that no document carries: drawer and way back to the top come only once the sheet of all pages is there. */
const NEVER_FIRST = ['src/pages/menu.module.css', 'src/pages/to-top.module.css'];
const compressible = `${unfinished}/client/**/*.{js,css,svg,ico,txt}`;

process.env['NODE_ENV'] = 'production';
const studio = await loadChecked();
rmSync(unfinished, { recursive: true, force: true });
mkdirSync(unfinished);
writeFileSync(`${unfinished}/studio.js`, moduleOf(studio));
await buildBrowser();
writeLicences();
cpSync(await pictures(studio), `${unfinished}/client`, { recursive: true });
// The owner's own files for the root of the site, such as the one that proves ownership to a search engine.
if (existsSync(`${studio.path}/files`))
  cpSync(`${studio.path}/files`, `${unfinished}/client`, { recursive: true });
await buildStyles();
await buildRenderer();
await buildScript('src/startup/gate.ts', `${unfinished}/gate`, 'gate.js');
await buildScript('src/insights/script.ts', `${unfinished}/client/insights`, 'script.js');
for (const file of globSync(compressible)) compress(file);
writeCommit();
putInPlace(unfinished, 'dist');

async function buildBrowser() {
  await build({
    logLevel: 'warn',
    build: {
      outDir: `${unfinished}/client`,
      license: { fileName: licencesPath.slice(1) },
      // Terser takes seconds, so the warning about slow plugins is off below.
      rolldownOptions: {
        input: { 'start-browser': 'src/start-browser.tsx', sanitizer: 'dompurify' },
        preserveEntrySignatures: 'exports-only',
        output: {
          entryFileNames: ({ name }) =>
            name === 'sanitizer' ? sanitizerPath.slice(1) : 'assets/[name]-[hash].js',
          // With this mark Chromium compiles React while the file arrives; later it would take 10 ms of a phone's main thread.
          postBanner: '//# allFunctionsCalledOnLoad',
        },
        checks: { pluginTimings: false },
      },
      // Terser's result is 1.6 kB smaller than that of Vite's own minifier.
      minify: 'terser',
      terserOptions: { compress: { passes: 2 } },
    },
  });
}

/** Puts the licences of the project and of its fonts beside those of the packages in the bundles (LEGAL-3). */
function writeLicences() {
  const file = `${unfinished}/client${licencesPath}`;
  const texts = ['LICENSE', ...globSync('src/theme/fonts/*-OFL.txt').toSorted(), file];
  writeFileSync(file, texts.map((path) => readFileSync(path, 'utf8').trim()).join('\n\n\n'));
}

/** Writes the style that each document carries: that of its page, such as `styles/about.css`, or the home's first view. */
async function buildStyles() {
  const [outDir, assetsDir] = [`${unfinished}/styles`, 'assets'];
  await build({
    logLevel: 'warn',
    publicDir: false,
    plugins: [pageEntries()],
    build: {
      outDir,
      cssCodeSplit: true,
      rolldownOptions: { input: Object.fromEntries(shownPages().map((page) => [page, `${ENTRY}${page}`])) },
    },
  });
  /** @type {Record<string, { name?: string; isEntry?: true; imports?: string[]; css?: string[] }>} */
  const manifest = JSON.parse(readFileSync(`${outDir}/.vite/manifest.json`, 'utf8'));
  /** @type {(key: string) => string[]} */
  const sheetsOf = (key) => [
    ...(manifest[key]?.imports ?? []).flatMap(sheetsOf),
    ...(manifest[key]?.css ?? []),
  ];
  for (const page of shownPages()) {
    const [key = ''] =
      Object.entries(manifest).find(([, { name, isEntry }]) => isEntry && name === page) ?? [];
    const sheets = [...new Set(sheetsOf(key))].map((file) =>
      readFileSync(`${outDir}/${file}`, 'utf8').trim(),
    );
    writeFileSync(`${outDir}/${kebabName(page)}.css`, withUsedTokens(sheets.join('')));
  }
  rmSync(`${outDir}/${assetsDir}`, { recursive: true });
}

/** Leaves out the design tokens that a page does not use. @param {string} css */
function withUsedTokens(css) {
  const isUsed = (/** @type {string} */ declaration) => {
    const [name = ''] = declaration.split(':');
    return !name.startsWith('--') || css.includes(`var(${name})`) || css.includes(`var(${name},`);
  };
  const rules = css.split('}').map((rule) => {
    const [selector, declarations = ''] = rule.split('{');
    return selector === ':root' ? `:root{${declarations.split(';').filter(isUsed).join(';')}` : rule;
  });
  return rules.join('}');
}

/** Creates an entry for each page, with what surrounds it. The home's holds its first view only, to keep its document small. */
function pageEntries() {
  return {
    name: 'page-entries',
    resolveId: (/** @type {string} */ id) => (id.startsWith(ENTRY) ? id : null),
    load(/** @type {string} */ id) {
      if (NEVER_FIRST.some((file) => id.endsWith(file))) return '';
      if (!id.startsWith(ENTRY)) return null;
      const page = kebabName(/** @type {import('../src/routes.ts').ShownPage} */ (id.slice(ENTRY.length)));
      const parts =
        page === 'home' ? ['home/opening.tsx', 'home/below.css'] : ['frame.tsx', `${page}-page.tsx`];
      return `import 'virtual:colours.css';
        import '/src/theme/base.css';
        ${parts.map((part, index) => `import * as part${index} from '/src/pages/${part}';`).join('\n')}
        globalThis.used = [${parts.map((_, index) => `part${index}`)}];`;
    },
  };
}

async function buildRenderer() {
  await build({
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    // The value is fixed at build time; another one at run time would make React render in its slow development form.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: `${unfinished}/server`,
      ssr: 'src/start-render.tsx',
      manifest: false,
      rolldownOptions: { output: { entryFileNames: 'render.js' } },
    },
  });
}

/**
 * Builds a script that runs on its own, without modules or a hashed name.
 * @param {string} entry @param {string} outDir @param {string} fileName
 */
async function buildScript(entry, outDir, fileName) {
  await build({
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir,
      manifest: false,
      minify: 'terser',
      lib: { entry, formats: ['iife'], name: 'script', fileName: () => fileName },
    },
  });
}

/** @param {string} file */
function compress(file) {
  const body = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(body));
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
}

/** Notes the commit for `vitrine --version`. Hosts and images may build without a repository; some hosts name the commit. */
function writeCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' });
  const { SOURCE_VERSION, RENDER_GIT_COMMIT, COMMIT } = process.env;
  const commit = stdout?.trim() || (SOURCE_VERSION || RENDER_GIT_COMMIT || COMMIT || '').slice(0, 8);
  if (commit) writeFileSync(`${unfinished}/commit`, commit);
}
