import {
  convert,
  deltaEOK,
  gamutMapOKLCH,
  hexToRGB,
  MapToL,
  OKLab,
  OKLCH,
  RGBToHex,
  sRGB,
  sRGBGamut,
} from '@texel/color';

/** A colour in OKLCH: lightness from 0 to 1, chroma, hue in degrees. */
export type Lch = readonly [l: number, c: number, h: number];

/** Below this chroma a hue comes from rounding alone. */
const GREY = 0.004;

export function toLch(hex: string): Lch {
  const [l = 0, c = 0, h = 0] = convert(hexToRGB(hex), sRGB, OKLCH);
  return c < GREY ? [l, 0, 0] : [l, c, h];
}

/** Returns the nearest colour of the same lightness and hue that a screen can show. */
export function toHex([l, c, h]: Lch): string {
  const inside = [Math.min(Math.max(l, 0), 1), c, h];
  return RGBToHex(gamutMapOKLCH(inside, sRGBGamut, sRGB, [0, 0, 0], MapToL));
}

/** Mixes as `color-mix(in srgb)` does. @param amount share of the second colour, from 0 to 1 */
export function mixed(one: string, other: string, amount: number): string {
  const to = hexToRGB(other);
  return RGBToHex(hexToRGB(one).map((part, index) => part + ((to[index] ?? 0) - part) * amount));
}

/** Returns the contrast ratio (WCAG 2.2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 1, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = hexToRGB(hex).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the distance in OKLab: 0.02 is just visible, and below 0.1 two colours look alike. */
export function distance(one: string, other: string): number {
  const [a, b] = [one, other].map((hex) => convert(hexToRGB(hex), sRGB, OKLab));
  return a && b ? deltaEOK(a, b) : 0;
}
