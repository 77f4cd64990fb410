import brand from './brand.json' with { type: 'json' };
import { paletteOf } from './colours.ts';

/** The colours of this site, for pages, mails and the statistics report. */
export const palette = paletteOf(brand);

/** The ground of each mode, also for the browser's own bars. */
export const grounds = { light: palette.light.ground, dark: palette.dark.ground } as const;
