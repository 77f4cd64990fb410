/** @typedef {{ median: number, min: number, max: number, rounds: number }} Spread */

/** @param {readonly number[]} values at least one @returns {number} */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median and the extremes, undefined when no round gave a number. @returns {Spread | undefined} */
export function spread(values) {
  const numbers = values.filter(Number.isFinite);
  if (numbers.length === 0) return undefined;
  return {
    median: median(numbers),
    min: Math.min(...numbers),
    max: Math.max(...numbers),
    rounds: numbers.length,
  };
}

/**
 * Divides round by round, so that what slows the whole machine for a while falls out.
 * @param {readonly number[]} values @param {readonly number[]} reference of the same rounds
 */
export function ratioSpread(values, reference) {
  return spread(values.map((value, round) => value / reference[round]));
}

/** Turns one record per round into one spread per figure. @param {readonly Record<string, number>[]} samples */
export function spreadOfEach(samples) {
  const names = [...new Set(samples.flatMap((sample) => Object.keys(sample)))];
  const spreads = names.map((name) => [name, spread(samples.map((sample) => sample[name]))]);
  return Object.fromEntries(spreads.filter(([, value]) => value));
}
