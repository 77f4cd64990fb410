import { openSync } from 'fontkit';
import { expect, test } from 'vitest';

/** Half a space, which browsers put there otherwise, vanishes in headings that are set tight. */
test('the display face has a narrow no-break space that is seen before « ? » and « € »', () => {
  const font = openSync('src/theme/fonts/bricolage-grotesque.woff2');
  if (!('glyphForCodePoint' in font)) throw new Error('One font is expected in the file');
  expect(font.hasGlyphForCodePoint(0x202f)).toBe(true);
  expect(font.glyphForCodePoint(0x202f).advanceWidth / font.unitsPerEm).toBeCloseTo(0.2);
});
