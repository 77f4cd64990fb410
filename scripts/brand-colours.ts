import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { Colours } from '../src/theme/colours.ts';
import { grounds, palette } from '../src/theme/palette.ts';

const SHEET = 'virtual:colours.css';

/** Adds the colours of the brand to the pages: as a style sheet, and as constants, so that no browser computes them. */
export function brandColours(): Plugin {
  return {
    name: 'brand-colours',
    enforce: 'pre',
    resolveId: (id) => (id === SHEET ? `\0${SHEET}` : null),
    load(id) {
      if (id === `\0${SHEET}`)
        return coloursCss((name) => `light-dark(${palette.light[name]}, ${palette.dark[name]})`);
      if (id.endsWith('/src/theme/palette.ts')) return constants({ grounds, palette, filmTone: filmTone() });
      return null;
    },
  };
}

/** Reads the colours of the drawn film in the name of its poster: `drawn-<digest of the film>-<primary>-<secondary>.avif`. */
export function filmTone(
  film = 'public/video/home-video.mp4',
  { primary, secondary } = palette.light,
): { light: boolean; dark: boolean } {
  const digest = hash('sha256', readFileSync(film)).slice(0, 12);
  const [poster] = globSync(`artwork/posters/drawn-${digest}-*.avif`);
  const isOfBrand = poster?.endsWith(`-${primary.slice(1)}-${secondary.slice(1)}.avif`) ?? true;
  return { light: !isOfBrand, dark: poster !== undefined };
}

/** Declares every colour. @param value as CSS */
export function coloursCss(value: (name: keyof Colours) => string): string {
  const names = Object.keys(palette.light) as (keyof Colours)[];
  return `:root {\n${names.map((name) => `  ${tokenOf(name)}: ${value(name)};`).join('\n')}\n}\n`;
}

/** `inkSoft` is `--ink-soft`. */
const tokenOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const constants = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
