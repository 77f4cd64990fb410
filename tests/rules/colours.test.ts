import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wcagContrast } from 'culori';
import { describe, expect, it } from 'vitest';
import { grounds, palette } from '../../src/theme/palette.ts';
import { ROOT } from '../support/root.ts';

const modes = ['light', 'dark'] as const;
type Mode = (typeof modes)[number];

/** Every colour token with its value in both modes. */
const tokens = new Map(
  [
    ...readFileSync(join(ROOT, 'src/theme/tokens.css'), 'utf8').matchAll(
      /--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g,
    ),
  ].map(([, name = '', light = '', dark = '', both = '']) => [
    name,
    { light: light || both, dark: dark || both },
  ]),
);

function colour(name: string, mode: Mode): string {
  const value = tokens.get(name)?.[mode];
  if (!value || !/^#[\da-f]{6}$/i.test(value))
    throw new Error(`--${name} has to be written as #rrggbb, in both modes: its contrast is computed here.`);
  return value;
}

/** Texts and their grounds (WCAG 1.4.3), then edges and marks that have to be seen (1.4.11). */
const pairs: readonly [front: string, grounds: readonly string[], least: number][] = [
  ['ink', ['ground', 'surface', 'band', 'tint'], 4.5],
  ['ink-soft', ['ground', 'surface', 'band'], 4.5],
  ['accent', ['ground', 'surface', 'band'], 4.5],
  ['danger', ['ground', 'surface', 'danger-tint'], 4.5],
  ['action-ink', ['action', 'action-hover'], 4.5],
  ['primary-ink', ['primary', 'night-accent', 'night-accent-hover'], 4.5],
  ['night-ink', ['night', 'night-raised'], 4.5],
  ['night-soft', ['night', 'night-raised'], 4.5],
  ['notice-ink', ['notice-success', 'notice-failure'], 4.5],
  ['edge', ['ground', 'surface'], 3],
  ['night-edge', ['night'], 3],
  ['focus', ['ground', 'surface', 'band'], 3],
];

describe.each(modes)('in %s mode', (mode) => {
  it.each(pairs)('%s can be read on its grounds', (front, grounds, least) => {
    const tooLow = grounds.filter(
      (ground) => wcagContrast(colour(front, mode), colour(ground, mode)) < least,
    );
    expect(tooLow).toEqual([]);
  });

  it('the browser’s bars have the ground of the page', () => {
    expect(grounds[mode]).toBe(colour('ground', mode));
  });
});

it('MODE-2: the tokens have the colours of the brand (npm run recolour)', () => {
  const brand = JSON.parse(readFileSync(join(ROOT, 'src/theme/brand.json'), 'utf8'));
  const shown = Object.fromEntries(
    modes.map((mode) => [mode, { primary: colour('primary', mode), secondary: colour('secondary', mode) }]),
  );
  expect(shown).toEqual(brand);
});

it('style sheets take their colours from the tokens', () => {
  const sheets = globSync('src/**/*.css', { cwd: ROOT }).filter((path) => path !== 'src/theme/tokens.css');
  expect(sheets.length).toBeGreaterThan(20);
  const own = sheets.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\(/gi)].map(
      ([colour]) => `${path}: ${colour}`,
    ),
  );
  expect(own).toEqual([]);
});

describe.each(modes)('mails and the statistics report in %s mode', (mode) => {
  const { warning, ...shared } = palette[mode];

  it('have the colours of the site', () => {
    const tokenOf = (name: string) => name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
    for (const [name, value] of Object.entries(shared))
      expect([name, value]).toEqual([name, colour(tokenOf(name), mode)]);
  });

  it('can be read on the colour that is theirs alone', () => {
    expect(wcagContrast(colour('ink', mode), warning)).toBeGreaterThan(4.5);
  });
});

it.each(['src/mail/contact-mail-html.ts', 'src/insights/report-html.ts'])(
  '%s has no colour of its own, white apart',
  (path) => {
    expect(readFileSync(join(ROOT, path), 'utf8').match(/#(?!ffffff\b)[\da-f]{3,8}\b/gi)).toBeNull();
  },
);
