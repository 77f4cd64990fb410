import { kebabName, routes, shownPages } from '../../src/routes.ts';

/** Every page, the 404 included, by the name in its pictures. */
export const PAGES = shownPages().map((page) => ({
  name: kebabName(page),
  path: page === 'notFound' ? '/nulle-part' : routes[page].path,
}));

export const MODES = ['light', 'dark'] as const;

/** Widths and heights in CSS pixels: two phones, a tablet, a laptop, a large screen. */
export const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;
