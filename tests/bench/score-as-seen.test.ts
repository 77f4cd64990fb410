import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/root.ts';

const { scoreAsSeen } = await import(join(ROOT, 'bench/measure/score-as-seen.mjs'));

/** A report with what counts of a score: here the largest paint is half of it. */
function report(first: number, largest: number) {
  return {
    audits: {
      'first-contentful-paint': { numericValue: first, score: 0.8 },
      'largest-contentful-paint': {
        numericValue: largest,
        score: 0.97,
        scoringOptions: { p10: 2500, median: 4000 },
      },
      'network-requests': { score: null },
    },
    categories: {
      performance: {
        score: 0.89,
        auditRefs: [
          { id: 'first-contentful-paint', weight: 50 },
          { id: 'largest-contentful-paint', weight: 50 },
          { id: 'network-requests', weight: 0 },
        ],
      },
    },
  };
}

test('a largest paint before the first is rated as if it came with the first', () => {
  const rated: [object, number][] = [];
  const rate = (curve: object, value: number) => {
    rated.push([curve, value]);
    return 0.93;
  };
  expect(scoreAsSeen(report(2245, 1971), rate)).toBe(87);
  expect(rated).toEqual([[{ p10: 2500, median: 4000 }, 2245]]);
});

test.each([
  [2245, 2245],
  [2245, 2300],
])('a first paint at %i and a largest at %i keep the score that Lighthouse gave', (first, largest) => {
  const rate = () => {
    throw new Error('not asked');
  };
  expect(scoreAsSeen(report(first, largest), rate)).toBe(89);
});
