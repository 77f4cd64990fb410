/** @typedef {{ median: number, min: number, max: number }} Spread */
/** @typedef {{ what: string, value: Spread, unit?: string, atMost?: number, atLeast?: number }} Figure */

/** Returns the median and the extremes of some numbers. @param {readonly number[]} values @returns {Spread} */
export function spread(values) {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1) };
}

/**
 * Divides values of the same round, so that a slow moment of the machine cancels out.
 * @param {readonly number[]} values
 * @param {readonly number[]} others of the same rounds
 */
export function ratio(values, others) {
  return spread(values.map((value, round) => value / others[round]));
}

/**
 * Measures several targets in turn, round after round; each round begins with another one.
 * @template Target, Sample
 * @param {readonly (Target & { name: string })[]} targets
 * @param {number} rounds
 * @param {(target: Target & { name: string }) => Promise<Sample>} measure
 * @returns {Promise<Record<string, Sample[]>>} the samples of each target, one per round
 */
export async function inTurn(targets, rounds, measure) {
  const samples = Object.fromEntries(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < targets.length; turn++) {
      const target = targets[(turn + round) % targets.length];
      process.stderr.write(`  ${round + 1}/${rounds} ${target.name}\n`);
      samples[target.name].push(await measure(target));
    }
  }
  return samples;
}

/** Writes figures as a Markdown table, each with its goal and whether its median reaches it. @param {Figure[]} figures */
export function table(figures) {
  const rows = figures.map((figure) => `| ${figure.what} | ${shown(figure)} | ${verdict(figure)} |`);
  return ['| figure | median (lowest to highest) | goal |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Returns whether a figure reaches its goal; one without a goal does. @param {Figure} figure */
export function reached({ value, atMost = Infinity, atLeast = -Infinity }) {
  return value.median <= atMost && value.median >= atLeast;
}

function shown({ value: { median, min, max }, unit = '' }) {
  const digits = Math.abs(median) < 10 ? 2 : 0;
  const [middle, low, high] = [median, min, max].map((number) => number.toFixed(digits));
  return `${middle}${unit && ` ${unit}`}${low === high ? '' : ` (${low} to ${high})`}`;
}

function verdict(figure) {
  const { atMost, atLeast } = figure;
  if (atMost === undefined && atLeast === undefined) return '';
  const goal = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  return `${goal}: ${reached(figure) ? 'reached' : '**missed**'}`;
}
