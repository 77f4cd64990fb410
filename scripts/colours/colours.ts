import { distance, type Lch, mixed, toHex, toLch } from './oklch.ts';

/** The brand's colours in studio.yaml, as #rrggbb. */
export type Brand = Readonly<Record<Mode, Readonly<Record<Role, string>>>>;
export type Mode = 'light' | 'dark';
export type Role = 'primary' | 'secondary';

/** Every colour of a mode, by the name of its token in camel case. */
export type Colours = ReturnType<typeof lightColours>;

/** Derives every colour of the site, the mails and the drawings from a brand without faults (`brandFaults`). */
export function paletteOf({ light, dark }: Brand): Record<Mode, Colours> {
  return { light: lightColours(light), dark: darkColours(dark) };
}

/** Least distance in OKLab between the brand and the colour of errors; closer colours could be confused. */
export const APART = 0.12;
/** Hues for errors when the brand is red. */
const OTHER_DANGER_HUES = [60, 335];

function lightColours({ primary, secondary }: Record<Role, string>) {
  const own = toLch(secondary);
  const neutral = neutralOf(secondary);
  const ground = toHex([0.989, 0.01 * strength(primary), toLch(primary)[2]]);
  const surface = '#ffffff';
  const band = neutral(0.957, 0.025);
  const tint = neutral(0.938, 0.036);
  const night = neutral(0.21, 0.066);
  return {
    primary,
    secondary,
    primaryInk: night,
    ground,
    surface,
    band,
    tint,
    ink: neutral(0.21, 0.066),
    inkSoft: neutral(0.459, 0.049),
    accent: secondary,
    line: neutral(0.905, 0.029),
    edge: neutral(0.602, 0.052),
    action: secondary,
    actionHover: own[0] > 0.3 ? moved(own, -0.07) : moved(own, 0.12),
    actionInk: surface,
    night,
    nightRaised: neutral(0.269, 0.084),
    nightInk: '#ffffff',
    nightSoft: neutral(0.854, 0.046),
    nightLine: neutral(0.39, 0.086),
    nightEdge: neutral(0.708, 0.068),
    nightAccent: primary,
    nightAccentHover: hovered(primary),
    scrim: neutral(0.166, 0.056),
    videoTone: moved(own, 0.075, 0.9),
    videoMoon: primary,
    ridgeFar: moved(own, 0.075, 0.9),
    ridgePale: neutral(0.877, 0.072),
    sun: primary,
    ...lightOf(primary, secondary),
    thread: toHex([0.725, Math.min(0.165, own[1] * 0.62), neutralHue(secondary)]),
    danger: dangerOf(USUAL_DANGER.light, [primary, secondary]),
    dangerTint: '#fdeceb',
    success: '#186a41',
    successTint: '#e6f4ec',
    warning: '#fff1da',
    focus: secondary,
  };
}

function darkColours({ primary, secondary }: Record<Role, string>): Colours {
  const own = toLch(secondary);
  const neutral = neutralOf(secondary);
  const ground = neutral(0.174, 0.012);
  const surface = neutral(0.212, 0.014);
  const band = neutral(0.239, 0.026);
  const tint = neutral(0.288, 0.033);
  const [, chroma, hue] = toLch(primary);
  const ink = toHex([0.958, Math.min(0.013, chroma), hue]);
  const accent = toHex([Math.max(0.755, own[0]), own[1] * 1.04, own[2]]);
  return {
    primary,
    secondary,
    primaryInk: ground,
    ground,
    surface,
    band,
    tint,
    ink,
    inkSoft: neutral(0.753, 0.019),
    accent,
    line: neutral(0.31, 0.028),
    edge: neutral(0.584, 0.027),
    action: primary,
    actionHover: hovered(primary),
    actionInk: ground,
    night: neutral(0.148, 0.01),
    nightRaised: neutral(0.23, 0.02),
    nightInk: ink,
    nightSoft: neutral(0.783, 0.017),
    nightLine: neutral(0.319, 0.026),
    nightEdge: neutral(0.631, 0.027),
    nightAccent: primary,
    nightAccentHover: hovered(primary),
    scrim: neutral(0.161, 0.018),
    videoTone: moved(own, -0.047, 0.9),
    videoMoon: moved(toLch(primary), -0.033, 1.8),
    ridgeFar: moved(own, -0.095, 0.83),
    ridgePale: neutral(0.357, 0.053),
    sun: accent,
    ...lightOf(primary, secondary),
    thread: toHex([0.844, Math.min(0.13, own[1] * 0.83), own[2]]),
    danger: dangerOf(USUAL_DANGER.dark, [primary, accent]),
    dangerTint: '#2c1816',
    success: '#62c795',
    successTint: '#13231c',
    warning: '#33290f',
    focus: toHex([0.844, Math.min(0.13, own[1] * 0.83), own[2]]),
  };
}

/** Hues of yellow; their darker shades turn towards orange, because a dark yellow looks brown. */
const YELLOW = { from: 52, to: 115, turn: 22 };

/** Derives the sun's light: lighter at the top, warmer at the bottom, and dusk between it and the night. */
function lightOf(primary: string, secondary: string) {
  const [lightness, chroma, hue] = toLch(primary);
  const isYellow = hue > YELLOW.from && hue < YELLOW.to;
  const warmer = isYellow ? Math.max(hue - YELLOW.turn, YELLOW.from) : hue;
  return {
    sunHigh: mixed(primary, '#ffffff', 0.45),
    sunLow: toHex([lightness - 0.09, chroma * 1.25, warmer]),
    dusk: mixed(toHex([lightness - 0.12, chroma * 1.1, warmer]), secondary, 0.35),
  };
}

/** Returns how colourful a colour is, from 0 (grey) to 1; half of the possible chroma counts as full. */
const strength = (hex: string) => Math.min(1, toLch(hex)[1] / 0.1);

/** Takes the hue after mixing with white, so that tints of a blue lean to violet as pigments do. */
const neutralHue = (hex: string) => toLch(mixed(hex, '#ffffff', 0.7))[2];

function neutralOf(hex: string) {
  const [hue, amount] = [neutralHue(hex), strength(hex)];
  return (lightness: number, chroma: number) => toHex([lightness, chroma * amount, hue]);
}

function moved([l, c, h]: Lch, lightness: number, chroma = 1): string {
  return toHex([l + lightness, c * chroma, h]);
}

/** Returns the colour for a control under the pointer: lighter, or darker if it is almost white. */
function hovered(hex: string): string {
  const colour = toLch(hex);
  return 1 - colour[0] < 0.06 ? moved(colour, -0.06) : moved(colour, 0.06, 0.8);
}

export const USUAL_DANGER = { light: '#b3261e', dark: '#ff9d94' } as const;

/** Chooses the colour of errors: the usual red, or for a red brand the candidate least similar to it, equally light. */
function dangerOf(usual: string, brand: readonly string[]): string {
  const [l, c] = toLch(usual);
  const apart = (hex: string) => Math.min(...brand.map((colour) => distance(hex, colour)));
  if (apart(usual) >= APART) return usual;
  const others = OTHER_DANGER_HUES.map((hue) => toHex([l, c, hue]));
  return [usual, ...others].toSorted((a, b) => apart(b) - apart(a))[0] ?? usual;
}
