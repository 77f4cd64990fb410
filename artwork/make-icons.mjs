/** Draws the PNG and ICO versions of `public/favicon.svg` (npm run film). */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const PUBLIC = fileURLToPath(new URL('../public/', import.meta.url));

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/**
 * The light mark, with its rounded tile or, where the system cuts the shape itself, to the edges.
 * @param {{ toEdges: boolean }} shape
 */
async function readMark({ toEdges }) {
  const mark = (await readFile(`${PUBLIC}favicon.svg`, 'utf8')).replace(/<style>.*?<\/style>/s, '');
  return Buffer.from(toEdges ? mark.replace(/ rx="\d+"/, '') : mark);
}

/** @param {Buffer} mark @param {number} side in pixels */
function renderPng(mark, side) {
  const density = (72 * side) / 64;
  return sharp(mark, { density })
    .resize(side, side)
    .png({ palette: true, colours: 64, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer();
}

/**
 * Packs square PNG images of at most 128 pixels a side into one ICO file.
 * @param {{ side: number, png: Buffer }[]} images
 */
function packIco(images) {
  const header = Buffer.alloc(ICO_HEADER_BYTES + ICO_ENTRY_BYTES * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let position = header.length;
  images.forEach(({ side, png }, index) => {
    const entry = ICO_HEADER_BYTES + ICO_ENTRY_BYTES * index;
    header.writeUInt8(side, entry);
    header.writeUInt8(side, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(position, entry + 12);
    position += png.length;
  });
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}

/** @param {string} name @param {Buffer} content */
async function save(name, content) {
  await writeFile(`${PUBLIC}${name}`, content);
  console.log(`${name}: ${content.length} bytes`);
}

const tile = await readMark({ toEdges: false });
const square = await readMark({ toEdges: true });
const small = await Promise.all([16, 32].map(async (side) => ({ side, png: await renderPng(tile, side) })));
await save('favicon.ico', packIco(small));
await save('apple-touch-icon.png', await renderPng(square, 180));
await save('icon-192.png', await renderPng(tile, 192));
await save('icon-512.png', await renderPng(tile, 512));
await save('icon-maskable-512.png', await renderPng(square, 512));
