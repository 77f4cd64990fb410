/** Limits a number to the range from 0 to 1. @param {number} value */
export const clamp = (value) => Math.min(Math.max(value, 0), 1);

/**
 * Returns the number at `amount` (0 to 1) of the way from one number to another.
 * @param {number} from
 * @param {number} to
 * @param {number} amount
 */
export const mix = (from, to, amount) => from + (to - from) * amount;

/**
 * Returns a smooth step: 0 at and before `start`, 1 at and after `end`, whichever is the greater.
 * @param {number} start
 * @param {number} end
 * @param {number} value
 */
export function fadeBetween(start, end, value) {
  const t = clamp((value - start) / (end - start));
  return t * t * (3 - 2 * t);
}
