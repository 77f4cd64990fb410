// npm run recolour: changes every colour of the site, the mails and the drawings from the former brand to src/theme/brand.json.
// A colour keeps its lightness and turns with the brand colour of the nearest hue (OKLCH); errors and successes stay.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as culori from 'culori';

/** @typedef {{ l: number, c: number, h?: number, alpha?: number }} Lch */

const TOKENS = 'src/theme/tokens.css';
const files = [
  TOKENS,
  'src/theme/palette.ts',
  'artwork/ridge-scene.mjs',
  'public/favicon.svg',
  ...readdirSync('public/images')
    .filter((name) => name.endsWith('.svg') && name !== 'avatar.svg')
    .map((name) => `public/images/${name}`),
];
/** Colours with the same meaning in every brand. */
const FIXED = /--(danger|success|notice)/;
/** Hues this close look the same. */
const SAME_DEGREES = 10;
/** A hue farther away belongs to no brand colour, such as skin or wood. */
const NEAR_DEGREES = 45;
/** The tints of the primary colours are light; a darker colour of their hue is skin. */
const LEAST_PRIMARY_LIGHTNESS = 0.75;

const tokens = readFileSync(TOKENS, 'utf8');
const { light, dark } = JSON.parse(readFileSync('src/theme/brand.json', 'utf8'));
const turns = ['primary', 'secondary'].flatMap((role) => {
  const [, formerLight = '', formerDark = ''] =
    new RegExp(`--${role}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? [];
  return [turn(role, formerLight, light[role]), turn(role, formerDark, dark[role])];
});
refuseWhatCannotBeToldApart(turns);
for (const path of files) {
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n').map((line) => (FIXED.test(line) ? line : recoloured(line, turns)));
  if (lines.join('\n') !== text) writeFileSync(path, lines.join('\n'));
}
console.log(
  'Couleurs en place. Le film, son image et les icônes : npm run film ; les images de partage : npm run share-pictures. Pour voir : npm run dev, ou npm run screenshots (docs/screenshots/).',
);

/**
 * Refuses two former colours of one hue that are to become two hues: their tints can no longer be told apart.
 * @param {ReturnType<typeof turn>[]} turns
 */
function refuseWhatCannotBeToldApart(turns) {
  const coloured = turns.filter(({ from }) => from.c > 0.04);
  for (const one of coloured)
    for (const other of coloured)
      if (degreesApart(one.from, other.from) < SAME_DEGREES && degreesApart(one.to, other.to) > NEAR_DEGREES)
        refuse(
          `${one.former} et ${other.former} ont la même teinte : leurs nuances ne se distinguent plus. Reprenez d’abord les fichiers d’avant : git checkout <commit> -- ${files.join(' ')}`,
        );
}

/** @param {string} role @param {string} former @param {string} next both #rrggbb */
function turn(role, former, next) {
  return { role, former, next, from: lch(former), to: lch(next) };
}

/** @param {string} line @param {ReturnType<typeof turn>[]} turns */
function recoloured(line, turns) {
  return line
    .replace(/#[\da-f]{6}(?:[\da-f]{2})?\b/gi, (hex) => turned(hex, turns))
    .replace(/\[(\d+), (\d+), (\d+)\]/g, (_triple, ...parts) => {
      const [r = 0, g = 0, b = 0] = parts.slice(0, 3).map((part) => Number(part) / 255);
      const colour = culori.rgb(turned(culori.formatHex({ mode: 'rgb', r, g, b }), turns));
      return `[${[colour?.r, colour?.g, colour?.b].map((part = 0) => Math.round(part * 255)).join(', ')}]`;
    });
}

/** @param {string} hex @param {ReturnType<typeof turn>[]} turns @returns {string} */
function turned(hex, turns) {
  const exact = turns.find(({ former }) => former.toLowerCase() === hex.toLowerCase());
  if (exact) return exact.next;
  const colour = lch(hex);
  const [nearest] = turns
    .map((each) => ({ ...each, apart: degreesApart(colour, each.from) }))
    .sort((one, other) => one.apart - other.apart);
  if (!nearest || colour.h === undefined || nearest.apart > NEAR_DEGREES || nearest.former === nearest.next)
    return hex;
  if (nearest.role === 'primary' && colour.l < LEAST_PRIMARY_LIGHTNESS) return hex;
  const { from, to } = nearest;
  const near = culori.clampChroma(
    {
      mode: 'oklch',
      l: colour.l,
      c: colour.c * Math.min(2, to.c / Math.max(from.c, 0.01)),
      h: colour.h + (to.h ?? 0) - (from.h ?? 0),
      ...(colour.alpha === undefined ? {} : { alpha: colour.alpha }),
    },
    'oklch',
  );
  return (hex.length > 7 ? culori.formatHex8 : culori.formatHex)(near) ?? hex;
}

/** @param {string} hex @returns {Lch} */
function lch(hex) {
  const colour = culori.oklch(hex);
  return colour ?? refuse(`src/theme/brand.json : « ${hex} » n’est pas une couleur #rrggbb.`);
}

/** Ends the command, before anything is changed. @param {string} message @returns {never} */
function refuse(message) {
  console.error(message);
  process.exit(1);
}

/** @param {Lch} one @param {Lch} other */
function degreesApart(one, other) {
  const apart = Math.abs((one.h ?? 0) - (other.h ?? 0)) % 360;
  return Math.min(apart, 360 - apart);
}
