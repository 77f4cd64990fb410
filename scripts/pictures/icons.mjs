/** Makes every icon from the owner's, an SVG or a PNG; an SVG may name colours of the studio, such as `{light.primary}`. */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';

/** @typedef {Record<'light' | 'dark', Record<string, string>>} Palette */

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;
/** Share of a tile's side that remains when its rounded corners are cut away. */
const INSIDE = 0.86;
/** Share of an icon's side that every system shows (safe zone of maskable icons). */
const SAFE = 0.72;

/**
 * Writes every icon into a folder.
 * @param {Buffer} mark as SVG or PNG
 * @param {string} ground behind a mark that does not fill the square, for systems that ask for a full one
 * @param {string} folder
 */
export async function makeIcons(mark, ground, folder) {
  writeFileSync(`${folder}/favicon.svg`, await asSvg(mark));
  const small = await Promise.all(
    [16, 32].map(async (side) => ({ side, png: await png(rendered(mark, side)) })),
  );
  writeFileSync(`${folder}/favicon.ico`, packIco(small));
  for (const side of [192, 512]) writeFileSync(`${folder}/icon-${side}.png`, await png(rendered(mark, side)));
  writeFileSync(`${folder}/apple-touch-icon.png`, await png(await toEdges(mark, 180, ground)));
  writeFileSync(`${folder}/icon-maskable-512.png`, await png(await toEdges(mark, 512, ground)));
}

/** Replaces names such as `{dark.primary}` by the palette's colours. @param {string} drawing @param {Palette} palette */
export function withColours(drawing, palette) {
  return drawing.replace(
    /\{(light|dark)\.(\w+)\}/g,
    (name, mode, colour) => palette[/** @type {'light' | 'dark'} */ (mode)][colour] ?? name,
  );
}

/** Returns an SVG; a PNG is put into a square one, so that one address serves both kinds. @param {Buffer} mark */
async function asSvg(mark) {
  if (mark.includes('<svg')) return mark;
  const side = 128;
  const picture = await png(rendered(mark, side));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><image width="${side}" height="${side}" href="data:image/png;base64,${picture.toString('base64')}"/></svg>`;
}

/** @param {Buffer} mark @param {number} side in pixels */
function rendered(mark, side) {
  // This density exceeds the size of any mark, because scaling down with libvips looks better than drawing small with librsvg.
  return sharp(mark, { density: 600 }).resize(side, side, {
    fit: 'contain',
    background: '#0000',
  });
}

/**
 * Fills the square, because systems cut these icons to their own shape. A tile fills it by itself; any other mark stands on a
 * ground.
 * @param {Buffer} mark @param {number} side @param {string} ground
 */
async function toEdges(mark, side, ground) {
  const { data, info } = await rendered(mark, 64).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const isTile = [32, 32 * 64, 32 * 64 + 63, 63 * 64 + 32].every(
    (pixel) => data[pixel * info.channels + 3] === 255,
  );
  if (isTile) {
    const whole = Math.round(side / INSIDE);
    const edge = Math.floor((whole - side) / 2);
    const tile = await rendered(mark, whole).png().toBuffer();
    return sharp(tile).extract({ left: edge, top: edge, width: side, height: side }).flatten();
  }
  const inner = Math.round(side * SAFE);
  const before = Math.floor((side - inner) / 2);
  const after = side - inner - before;
  const shown = await rendered(mark, inner).png().toBuffer();
  return sharp(shown)
    .extend({ top: before, left: before, bottom: after, right: after, background: ground })
    .flatten({ background: ground });
}

/** @param {import('sharp').Sharp} image */
const png = (image) => image.png({ palette: true, effort: 10, compressionLevel: 9 }).toBuffer();

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
