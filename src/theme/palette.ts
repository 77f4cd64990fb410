import brand from './brand.json' with { type: 'json' };
import { paletteOf } from './colours.ts';

/* The build replaces all values, so that no browser computes them (scripts/brand-colours.ts). */

/** The colours of this site, for pages, mails and the statistics report. */
export const palette = paletteOf(brand);

/** The ground of each mode, also for the browser's own bars. */
export const grounds = { light: palette.light.ground, dark: palette.dark.ground } as const;

/**
 * Whether the film is shown in a tone of the brand: the drawn one in dark mode, and in light mode if it was rendered in other
 * colours. The owner's own film keeps its colours.
 */
export const filmTone: { readonly light: boolean; readonly dark: boolean } = { light: false, dark: true };
