// npm run share-pictures: makes the share picture of each page, in public/share/, from the words of src/content/page-facts.ts,
// with the browser of the tests.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { identity } from '../src/content/identity.ts';
import { pageFacts, pictureLine } from '../src/content/page-facts.ts';
import { sharePicturePath, sharePictureSize } from '../src/pages/document/share-picture.ts';
import { systemBrowser } from './setup/browsers.mjs';
import { root } from './setup/steps.mjs';
import { digestFile, sharePictureDigest } from './share-picture-inputs.mjs';

/** In pixels, from large to small: the first is taken in which the words need few enough lines. */
const SIZES = [84, 76, 68, 60];
const MAX_LINES = 3;

const executablePath = systemBrowser();
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
try {
  const page = await browser.newPage({ viewport: sharePictureSize });
  mkdirSync(join(root, 'public/share'), { recursive: true });
  for (const name of /** @type {(keyof typeof pageFacts)[]} */ (Object.keys(pageFacts))) {
    const { picture } = pageFacts[name];
    await page.setContent(drawing(identity.studioName, picture, pictureLine));
    await page.evaluate(() => document.fonts.ready);
    const fits = await page.evaluate(fit, { sizes: SIZES, maxLines: MAX_LINES });
    if (!fits)
      throw new Error(
        `src/content/page-facts.ts, ${name}.picture : « ${picture} » est trop long pour une image.`,
      );
    const path = join(root, 'public', sharePicturePath(name));
    writeFileSync(path, await page.screenshot({ type: 'jpeg', quality: 84 }));
  }
  writeFileSync(digestFile, `${sharePictureDigest()}\n`);
} finally {
  await browser.close();
}

/**
 * In the page: takes the largest size in which the words fit.
 * @param {{ sizes: number[], maxLines: number }} options
 */
function fit({ sizes, maxLines }) {
  const words = document.querySelector('h1');
  return sizes.some((size) => {
    if (!words) return false;
    words.style.fontSize = `${size}px`;
    const lines = Math.round(words.offsetHeight / Number.parseFloat(getComputedStyle(words).lineHeight));
    return lines <= maxLines && words.scrollWidth <= words.clientWidth;
  });
}

/**
 * Draws the words on the left of the home's poster, over a shade.
 * @param {string} studio
 * @param {string} title
 * @param {string} line
 */
function drawing(studio, title, line) {
  const families = ['bricolage-grotesque', 'figtree'].flatMap((name) =>
    ['', '-rest', '-ext'].map((part) => `${name}${part}`),
  );
  const faces = families.map(
    (name) =>
      `@font-face { font-family: ${name}; src: url(${dataUrl(`src/theme/fonts/${name}.woff2`, 'font/woff2')}); }`,
  );
  const { light } = JSON.parse(readFileSync(join(root, 'src/theme/brand.json'), 'utf8'));
  return `<!doctype html><meta charset="utf-8"><style>
${faces.join('\n')}
body { margin: 0; height: 100vh; padding: 72px 80px; box-sizing: border-box; color: #fff;
  font-family: bricolage-grotesque, bricolage-grotesque-rest, bricolage-grotesque-ext;
  background: linear-gradient(90deg, rgb(11 6 24 / .82) 45%, transparent 80%),
    url(${dataUrl('public/images/home-poster.avif', 'image/avif')}) right / cover; }
header { display: flex; align-items: center; gap: 20px; height: 64px; font-size: 34px; font-weight: 700; }
main { position: absolute; left: 80px; bottom: 68px; width: 720px; }
h1 { margin: 0 0 36px; line-height: 1.06; letter-spacing: -.02em; text-wrap: balance; }
p { margin: 0; color: ${light.primary}; font: 500 34px/1 figtree, figtree-rest, figtree-ext; }
</style>
<header><img width="64" height="64" src="${dataUrl('public/favicon.svg', 'image/svg+xml')}"><span>${escaped(studio)}</span></header>
<main><h1>${escaped(title)}</h1><p>${escaped(line)}</p></main>`;
}

/** @param {string} path @param {string} type */
function dataUrl(path, type) {
  return `data:${type};base64,${readFileSync(join(root, path), 'base64')}`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
