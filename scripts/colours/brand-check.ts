import { APART, type Brand, type Colours, type Mode, paletteOf, type Role, USUAL_DANGER } from './colours.ts';
import { contrast, distance, toHex, toLch } from './oklch.ts';

const modes = ['light', 'dark'] as const;
const roles = ['primary', 'secondary'] as const;

interface Pair {
  mode: Mode;
  /** The colour of the brand that decides this pair's contrast; colours of other pairs are derived so that they pass. */
  role: Role;
  front: keyof Colours;
  /** The ground of `front` with the least contrast. */
  ground: keyof Colours;
  least: number;
  /** The place of the pair on the site, in French. */
  place: string;
}

/** Every place where a colour of the brand is shown unchanged, with the contrast it needs (WCAG 2.2, 1.4.3 and 1.4.11). */
const pairs: readonly Pair[] = [
  {
    mode: 'light',
    role: 'secondary',
    front: 'accent',
    ground: 'band',
    least: 4.5,
    place: 'les liens et les boutons sur le fond des pages',
  },
  {
    mode: 'light',
    role: 'primary',
    front: 'nightAccent',
    ground: 'night',
    least: 4.5,
    place: 'les titres et les boutons sur le fond de nuit',
  },
  {
    mode: 'dark',
    role: 'primary',
    front: 'nightAccent',
    ground: 'band',
    least: 4.5,
    place: 'les titres et les boutons sur le fond des pages',
  },
  {
    mode: 'dark',
    role: 'secondary',
    front: 'secondary',
    ground: 'surface',
    least: 3,
    place: 'les traits et les dessins sur le fond des pages',
  },
];

/** A colour of the brand, with its fault or a remark about it. */
export interface ColourNote {
  mode: Mode;
  role: Role;
  text: string;
}

/** Lists the colours that lack contrast, each with the nearest one that has enough. */
export function brandFaults(brand: Brand): ColourNote[] {
  const colours = paletteOf(brand);
  return pairs.flatMap((pair) => {
    const { mode, role, front, ground, least, place } = pair;
    const of = colours[mode];
    const ratio = contrast(of[front], of[ground]);
    if (ratio >= least) return [];
    return [
      {
        mode,
        role,
        text: `${of[front]} sur ${of[ground]} (${place}) a un contraste de ${number(ratio)} ; il faut ${number(least)} au moins. La couleur la plus proche qui convient : ${nearest(brand, pair)}.`,
      },
    ];
  });
}

/** Writes a ratio rounded down, so that one that fails never looks like one that passes. */
const number = (ratio: number) => `${Math.floor(ratio * 100) / 100}`.replace('.', ',');

/** Finds the colour of the same hue with the nearest lightness that passes. */
function nearest(brand: Brand, { mode, role, front, ground, least }: Pair): string {
  return nearestWhere(brand[mode][role], (candidate) => {
    const of = paletteOf({ ...brand, [mode]: { ...brand[mode], [role]: candidate } })[mode];
    return contrast(of[front], of[ground]) >= least && (role === 'secondary' || !looksDisabled(candidate));
  });
}

/** Tells whether a colour is a middle grey, which would make the main button look disabled. */
function looksDisabled(hex: string): boolean {
  const [l, c] = toLch(hex);
  return c < 0.03 && l < 0.92;
}

function nearestWhere(hex: string, passes: (candidate: string) => boolean): string {
  const [l, c, h] = toLch(hex);
  for (let step = 0.005; step <= 1; step += 0.005)
    for (const lightness of [l - step, l + step]) {
      const candidate = toHex([lightness, c, h]);
      if (lightness >= 0 && lightness <= 1 && passes(candidate)) return candidate;
    }
  return '#000000';
}

/** Lists remarks about a usable brand: errors get another colour if the brand resembles the usual red. */
export function brandNotes(brand: Brand): ColourNote[] {
  const colours = paletteOf(brand);
  return modes.flatMap((mode) =>
    roles.flatMap((role) => {
      const [value, usual] = [brand[mode][role], USUAL_DANGER[mode]];
      if (distance(value, usual) >= APART) return [];
      const other = nearestWhere(value, (candidate) => distance(candidate, usual) >= APART);
      return [
        {
          mode,
          role,
          text: `${value} se confond avec la couleur des erreurs (${usual}), qui devient ${colours[mode].danger}. La couleur la plus proche qui s’en distingue : ${other}.`,
        },
      ];
    }),
  );
}
