import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportStyle } from '../../src/insights/report-style.ts';
import { modeGrounds } from '../../src/theme/colour-mode.ts';
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

/** Contrast ratio, WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** What is written on what (WCAG 1.4.3), and which edges and marks have to be seen (1.4.11). */
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
    const tooLow = grounds.filter((ground) => contrast(colour(front, mode), colour(ground, mode)) < least);
    expect(tooLow).toEqual([]);
  });

  it('the browser’s bars have the ground of the page', () => {
    expect(modeGrounds[mode]).toBe(colour('ground', mode));
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

/** What a copy calls a token, where it does not use the token's own name. */
const tokenNames: Readonly<Record<string, string>> = {
  soft: 'ink-soft',
  muted: 'ink-soft',
  track: 'band',
  bar: 'accent',
};

function copied(name: string, mode: Mode): string {
  return colour(tokenNames[name] ?? name, mode);
}

/** Colours of the mails that no page has. */
const ofMailsAlone = ['warning'];

describe('the mails', () => {
  const source = readFileSync(join(ROOT, 'src/mail/notification-html.ts'), 'utf8');
  const tables = /const (light|dark)\b[^=]*= \{(.*?)\n\};/gs;
  const copies = [...source.matchAll(tables)].flatMap(([, mode, body = '']) =>
    [...body.matchAll(/(\w+): '(#\w+)'/g)].map(([, name = '', value = '']) => ({
      mode: mode as Mode,
      name,
      value,
    })),
  );

  it('have the colours of the site', () => {
    const shared = copies.filter(({ name }) => !ofMailsAlone.includes(name));
    expect(shared.filter(({ mode }) => mode === 'dark').length).toBeGreaterThan(5);
    expect(shared).toEqual(shared.map((copy) => ({ ...copy, value: copied(copy.name, copy.mode) })));
  });

  it('can be read on the colours that are theirs alone', () => {
    const own = copies.filter(({ name }) => ofMailsAlone.includes(name));
    expect(own).toHaveLength(2 * ofMailsAlone.length);
    for (const { mode, value } of own) expect(contrast(colour('ink', mode), value)).toBeGreaterThan(4.5);
  });

  it('have no other colours, white apart', () => {
    expect(source.replace(tables, '').match(/#(?!ffffff\b)[\da-f]{3,8}\b/gi)).toBeNull();
  });
});

it('the statistics report has the colours of the site', () => {
  const copies = [...reportStyle.matchAll(/--(\w+): light-dark\((#\w+), (#\w+)\)/g)];
  expect(copies).toHaveLength(6);
  for (const [, name = '', light, dark] of copies) {
    expect({ name, light, dark }).toEqual({ name, light: copied(name, 'light'), dark: copied(name, 'dark') });
  }
});

it('computes contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
