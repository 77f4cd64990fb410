/** Sides of the portrait's files, in pixels: one and two times each size in which it is shown. */
export const portraitSizes = [96, 192, 384, 768] as const;
