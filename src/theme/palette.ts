/** The ground of each mode, also for the browser's own bars. */
export const grounds = { light: '#fffbf4', dark: '#0b1210' } as const;

/**
 * The colours of tokens.css, by the same names, for mails and the statistics report, which cannot read that file. Only they use
 * `warning`. `tests/rules/colours.test.ts` compares both files.
 */
export const palette = {
  light: {
    ground: grounds.light,
    surface: '#ffffff',
    band: '#f4edff',
    ink: '#1b1033',
    inkSoft: '#5b5270',
    line: '#e5dbef',
    accent: '#5e17eb',
    night: '#1b1033',
    sun: '#ffbd59',
    warning: '#fff1da',
  },
  dark: {
    ground: grounds.dark,
    surface: '#121b18',
    band: '#13231c',
    ink: '#ebf2fa',
    inkSoft: '#a3b3ae',
    line: '#23352d',
    accent: '#62c795',
    night: '#070c0a',
    sun: '#62c795',
    warning: '#33290f',
  },
} as const;
