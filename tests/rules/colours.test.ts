import { globSync } from 'node:fs';
import { differenceEuclidean, oklch, wcagContrast } from 'culori';
import { describe, expect, it } from 'vitest';
import { brandFaults, brandNotes } from '../../scripts/colours/brand-check.ts';
import { type Brand, type Colours, paletteOf } from '../../scripts/colours/colours.ts';
import { ROOT, read } from '../support/root.ts';

const shipped: Brand = {
  light: { primary: '#ffbd59', secondary: '#5e17eb' },
  dark: { primary: '#ebf2fa', secondary: '#389a6b' },
};

const brandOf = (primary: string, secondary: string, ofDark: string, secondOfDark: string): Brand => {
  return { light: { primary, secondary }, dark: { primary: ofDark, secondary: secondOfDark } };
};

/** Brands unlike each other: the specified one, one as red as errors, a grey one, one of a single hue, extremes. */
const brands: Record<string, Brand> = {
  shipped,
  red: brandOf('#0f9d8f', '#b3261e', '#e0f2f1', '#7cb342'),
  grey: brandOf('#d9d9d9', '#4a4a4a', '#f0f0f0', '#8c8c8c'),
  'one hue': brandOf('#9ec5ff', '#0b4fb3', '#dce9ff', '#4f8fe8'),
  salmon: brandOf('#ffb59e', '#9c2a22', '#ff9d94', '#7cb342'),
  pink: brandOf('#ffd6e0', '#a3195b', '#ff9ebb', '#d6568f'),
  'black and white': brandOf('#ffffff', '#000000', '#ffffff', '#ffffff'),
  garish: brandOf('#ffff00', '#7a00ff', '#00ff00', '#ff0000'),
};

const modes = ['light', 'dark'] as const;
const cases = Object.keys(brands).flatMap((name) => modes.map((mode) => [name, mode] as const));

/** Texts with their grounds (WCAG 1.4.3), then edges and marks that have to be seen (1.4.11). */
const pairs: readonly [front: keyof Colours, grounds: readonly (keyof Colours)[], least: number][] = [
  ['ink', ['ground', 'surface', 'band', 'tint', 'warning'], 4.5],
  ['inkSoft', ['ground', 'surface', 'band'], 4.5],
  ['accent', ['ground', 'surface', 'band'], 4.5],
  ['danger', ['ground', 'surface', 'band', 'dangerTint'], 4.5],
  ['success', ['successTint'], 4.5],
  ['actionInk', ['action', 'actionHover'], 4.5],
  ['primaryInk', ['primary', 'nightAccent', 'nightAccentHover'], 4.5],
  ['nightInk', ['night'], 4.5],
  ['nightSoft', ['night'], 4.5],
  ['nightAccent', ['night'], 4.5],
  ['sun', ['night', 'scrim'], 4.5],
  ['edge', ['ground', 'surface'], 3],
  ['nightEdge', ['night'], 3],
  ['focus', ['ground', 'surface', 'band'], 3],
];

describe.each(cases)('with the brand « %s » in %s mode', (name, mode) => {
  const colours = paletteOf(brands[name] ?? shipped)[mode];

  it('MODE-2: every text and edge can be seen on its grounds', () => {
    const tooLow = pairs.flatMap(([front, grounds, least]) =>
      grounds
        .filter((ground) => wcagContrast(colours[front], colours[ground]) < least)
        .map((ground) => `${front} ${colours[front]} on ${ground} ${colours[ground]}`),
    );
    expect(tooLow).toEqual([]);
  });

  it('a control under the pointer and the tints of the grounds differ in lightness, errors from the brand', () => {
    const apart = (one: keyof Colours, other: keyof Colours) =>
      Math.abs((oklch(colours[one])?.l ?? 0) - (oklch(colours[other])?.l ?? 0));
    expect(apart('action', 'actionHover')).toBeGreaterThan(0.055);
    expect(apart('nightAccent', 'nightAccentHover')).toBeGreaterThan(0.055);
    expect(apart('surface', 'band')).toBeGreaterThan(0.02);
    expect(apart('band', 'tint')).toBeGreaterThan(0.015);
    // Errors must not have the colour of the brand.
    for (const own of [colours.primary, colours.secondary, colours.accent])
      expect(differenceEuclidean('oklab')(own, colours.danger)).toBeGreaterThan(0.1);
  });
});

it('MODE-2: the colours of the brand are shown as they are', () => {
  for (const mode of modes) expect(paletteOf(shipped)[mode]).toMatchObject(shipped[mode]);
});

it.each([
  ['light', 'primary', '#5e17eb', 'night', '4,5'],
  ['light', 'secondary', '#ffbd59', 'band', '4,5'],
  ['dark', 'primary', '#233029', 'band', '4,5'],
  ['dark', 'secondary', '#0b3a20', 'surface', '3'],
] as const)('%s.%s %s on %s is refused with the nearest that passes', (mode, role, hex, ground, least) => {
  const wrong = (value: string) => ({ ...shipped, [mode]: { ...shipped[mode], [role]: value } });
  const [fault, ...others] = brandFaults(wrong(hex));
  expect(others).toEqual([]);
  expect(fault).toMatchObject({ mode, role });
  const problem = fault?.text ?? '';
  const on = paletteOf(wrong(hex))[mode][ground];
  expect(problem).toMatch(new RegExp(`^${hex} sur ${on} \\(.+\\) a un contraste de [\\d,]+ ;`));
  expect(problem).toContain(`il faut ${least} au moins`);
  const nearest = problem.match(/#[\da-f]{6}/g)?.at(-1) ?? '';
  expect(brandFaults(wrong(nearest))).toEqual([]);
});

it.each(modes)('CARD-7: a black brand is offered a button that does not look disabled (%s)', (mode) => {
  const black = (primary: string) => ({ ...shipped, [mode]: { ...shipped[mode], primary } });
  const [fault] = brandFaults(black('#000000'));
  const offered = fault?.text.match(/#[\da-f]{6}/g)?.at(-1) ?? '';
  expect(oklch(offered)?.l).toBeGreaterThan(0.91);
  expect(brandFaults(black(offered))).toEqual([]);
});

it('no ratio that fails is shown as one that passes', () => {
  const [fault] = brandFaults({ ...shipped, light: { ...shipped.light, secondary: '#8060a0' } });
  expect(fault?.text).toContain('a un contraste de 4,49 ;');
});

it('a brand in the colour of errors is said to move that colour, with the nearest that does not', () => {
  const [found, ...others] = brandNotes(brands['red'] ?? shipped);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ mode: 'light', role: 'secondary' });
  const note = found?.text ?? '';
  expect(note).toContain('#b3261e se confond avec la couleur des erreurs (#b3261e)');
  const nearest = note.match(/#[\da-f]{6}/g)?.at(-1) ?? '';
  expect(brandNotes(brandOf('#0f9d8f', nearest, '#e0f2f1', '#7cb342'))).toEqual([]);
});

it('style sheets take their colours from the tokens', () => {
  const sheets = globSync('src/**/*.css', { cwd: ROOT }).filter((path) => path !== 'src/theme/tokens.css');
  expect(sheets.length).toBeGreaterThan(20);
  const coloursIn = (path: string) => read(path).match(/#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\(/gi) ?? [];
  expect(sheets.flatMap((path) => coloursIn(path).map((colour) => `${path}: ${colour}`))).toEqual([]);
});

it('the mail has no colour of its own, white apart', () => {
  expect(read('src/mail/contact-mail-content.ts').match(/#(?!ffffff\b)[\da-f]{3,8}\b/gi)).toBeNull();
});
