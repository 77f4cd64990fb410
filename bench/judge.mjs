import { goals } from './goals.mjs';

/**
 * Holds results against their goals.
 * @param {Record<string, { subjects: object }>} scenarios what was run
 * @returns {{ goal: import('./goals.mjs').Goal, value: import('./measure/statistics.mjs').Spread, reached: boolean }[]}
 */
export function judge(scenarios) {
  return goals.flatMap((goal) => {
    const { subjects } = scenarios[goal.scenario] ?? {};
    const value = subjects && (goal.derive ? goal.derive(subjects) : subjects[goal.subject]?.[goal.figure]);
    return value ? [{ goal, value, reached: isReached(goal, value) }] : [];
  });
}

function isReached({ atMost, atLeast, each }, { median, min, max }) {
  if (atMost !== undefined) return (each ? max : median) <= atMost;
  return (each ? min : median) >= atLeast;
}
