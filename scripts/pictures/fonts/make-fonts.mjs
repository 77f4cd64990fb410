/** Subsets the two type families, copies their licences and writes their style sheets. See README.md for the command. */

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { fallbackDescriptors, measure } from './font-metrics.mjs';

const require = createRequire(import.meta.url);
const OUTPUT = fileURLToPath(new URL('../../../src/theme/fonts/', import.meta.url));

/** @param {number} first @param {number} last */
const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('');
const SPACES = ' \u00a0\u00ad';
const LETTERS = `${range(0x41, 0x5a)}${range(0x61, 0x7a)}ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜàâæçèéêëîïôœùûüÿáäíñóö`;
/** Characters of French texts, in the file that every page loads. */
const FRENCH = `${SPACES}${LETTERS}${range(0x30, 0x39)}.,:;!?’‘“”«»…–—-'"()/&·•€°©§−@+%`;
const LATIN = `${range(0x20, 0x7e)}${range(0xc0, 0xff)}${SPACES}Œœı’‘“”«»…–—•€™©·−°²§¡¿`;
const REST = [...new Set(LATIN)].filter((character) => !FRENCH.includes(character)).sort();
const LATIN_EXTENDED = range(0x100, 0x17f);
const LATIN_EXTENDED_RANGE = 'U+0100-0130, U+0132-0151, U+0154-017F';

/** @typedef {'latin' | 'latin-ext'} Subset */
/** @typedef {'regular' | 'bold'} Kind */
/** @typedef {import('subset-font').Options} Options */
/**
 * @typedef {object} Family
 * @property {string} name
 * @property {string} slug
 * @property {(subset: Subset) => string} source
 * @property {NonNullable<Options['variationAxes']>} axes
 * @property {string} fallback
 * @property {{ all: number[], regular?: number, bold: number }} weights
 */

/**
 * Weights are positions on the `wght` axis; `opsz` and `wdth` are fixed. The display family has one weight, because the axis,
 * with its variable kerning, was half of the file. @type {Family[]}
 */
const FAMILIES = [
  {
    name: 'Bricolage Grotesque',
    slug: 'bricolage-grotesque',
    source: (subset) => `bricolage-grotesque-${subset}-standard-normal.woff2`,
    axes: { opsz: 40, wdth: 100, wght: 700 },
    fallback: 'Bricolage Fallback',
    weights: { all: [700], bold: 700 },
  },
  {
    name: 'Figtree',
    slug: 'figtree',
    source: (subset) => `figtree-${subset}-wght-normal.woff2`,
    axes: { wght: { min: 300, max: 700, default: 300 } },
    fallback: 'Figtree Fallback',
    weights: { all: [300, 700], regular: 400, bold: 600 },
  },
];

/** Arimo is measured for the system fonts, because it has the widths of Arial, Helvetica and Liberation Sans. */
const SYSTEM = {
  regular: {
    file: '@fontsource/arimo/files/arimo-latin-400-normal.woff2',
    locals: ['Arial', 'ArialMT', 'Liberation Sans', 'Helvetica'],
  },
  bold: {
    file: '@fontsource/arimo/files/arimo-latin-700-normal.woff2',
    locals: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Helvetica-Bold'],
  },
};

/** From this weight on, the bold system face is nearer than the regular one. */
const FIRST_BOLD = 550;

/** @param {Family} family @param {string} file */
function packageFile(family, file) {
  return path.join(path.dirname(require.resolve(`@fontsource-variable/${family.slug}/package.json`)), file);
}

/** @param {Family} family @param {Subset} sourceSubset @param {string} text @param {Options} [options] */
async function subset(family, sourceSubset, text, options) {
  const source = await readFile(packageFile(family, path.join('files', family.source(sourceSubset))));
  /** @type {Options} */
  const common = {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures: ['kern', 'tnum'],
    variationAxes: family.axes,
  };
  return subsetFont(source, text, { ...common, ...options });
}

/** @param {Record<string, string>} descriptors */
function fontFace(descriptors) {
  // The formatter puts long values on a line of their own, so this does too.
  const lines = Object.entries(descriptors).map(
    ([name, value]) => `  ${name}:${`  ${name}: ${value};`.length > 110 ? '\n    ' : ' '}${value};`,
  );
  return `@font-face {\n${lines.join('\n')}\n}\n`;
}

/**
 * Writes characters as ranges of `unicode-range` in CSS.
 * @param {readonly string[]} characters in their order
 */
function unicodeRange(characters) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const character of characters) {
    const point = /** @type {number} */ (character.codePointAt(0));
    const last = ranges.at(-1);
    if (last && point === last[1] + 1) last[1] = point;
    else ranges.push([point, point]);
  }
  const hex = (/** @type {number} */ point) => point.toString(16).toUpperCase();
  return ranges.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join(', ');
}

/** @param {Family} family @param {string} file @param {string} [characters] */
function webFace(family, file, characters) {
  return fontFace({
    'font-family': `"${family.name}"`,
    'font-weight': family.weights.all.join(' '),
    'font-display': 'swap',
    src: `url("./${file}") format("woff2")`,
    ...(characters && { 'unicode-range': characters }),
  });
}

/** @param {Family} family @param {Kind} kind */
function fallbackWeights({ weights }, kind) {
  if (!weights.regular) return weights.all.join(' ');
  const [lightest, heaviest] = weights.all;
  return kind === 'regular' ? `${lightest} ${FIRST_BOLD - 1}` : `${FIRST_BOLD} ${heaviest}`;
}

/** @param {Family} family @param {Kind} kind @param {number} weight */
async function fallbackFace(family, kind, weight) {
  const instance = await subset(family, 'latin', LATIN, {
    targetFormat: 'sfnt',
    variationAxes: { ...family.axes, wght: weight },
  });
  const system = measure(await readFile(require.resolve(SYSTEM[kind].file)));
  return fontFace({
    'font-family': `"${family.fallback}"`,
    'font-weight': fallbackWeights(family, kind),
    src: SYSTEM[kind].locals.map((name) => `local("${name}")`).join(', '),
    ...fallbackDescriptors(measure(instance), system),
  });
}

/** @type {string[]} */
const faces = [];
/** Faces with rare letters (Ørsted, Šimek) and signs; browsers load their files only if a page shows one. @type {string[]} */
const rareFaces = [];

/** @param {Family} family */
async function makeFamily(family) {
  const files = {
    [family.slug]: await subset(family, 'latin', FRENCH),
    [`${family.slug}-rest`]: await subset(family, 'latin', REST.join('')),
    [`${family.slug}-ext`]: await subset(family, 'latin-ext', LATIN_EXTENDED),
  };
  for (const [name, bytes] of Object.entries(files)) {
    await writeFile(path.join(OUTPUT, `${name}.woff2`), bytes);
    console.log(`${name}: ${bytes.length} bytes`);
  }
  await copyFile(packageFile(family, 'LICENSE'), path.join(OUTPUT, `${family.slug}-OFL.txt`));
  const { regular, bold } = family.weights;
  rareFaces.push(
    webFace(family, `${family.slug}-rest.woff2`, unicodeRange(REST)),
    webFace(family, `${family.slug}-ext.woff2`, LATIN_EXTENDED_RANGE),
  );
  faces.push(
    webFace(family, `${family.slug}.woff2`),
    ...(regular ? [await fallbackFace(family, 'regular', regular)] : []),
    await fallbackFace(family, 'bold', bold),
  );
}

/** @param {string} name @param {string[]} rules */
function writeSheet(name, rules) {
  const header =
    '/* Written by scripts/pictures/fonts/make-fonts.mjs: change the script, not this file. */\n';
  return writeFile(path.join(OUTPUT, name), `${header}${rules.join('\n')}`);
}

await mkdir(OUTPUT, { recursive: true });
for (const family of FAMILIES) await makeFamily(family);
await writeSheet('fonts.css', faces);
await writeSheet('rare-letters.css', rareFaces);
