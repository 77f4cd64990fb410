import { icon } from './icons.tsx';

/** Draws a tick in a circle: success. */
export const CheckCircleIcon = icon('M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM8 12.25l2.75 2.75L16 9.5');

/** Draws an exclamation mark in a circle: error. */
export const AlertIcon = icon('M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 7.5v5.25M12 16.25v.01');
