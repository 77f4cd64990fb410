import { existsSync, readFileSync } from 'node:fs';

/**
 * Results that leave those of the same day as they were where they measured nothing themselves. Each scenario says when and in
 * which form it was run: `ran`.
 * @param {string} file of the day's results, which may not be there
 * @param {object} results of the run that is over
 * @param {readonly string[]} order names of all scenarios
 */
export function withEarlierOfTheDay(file, results, order) {
  const earlier = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const kept = earlier && isSameMachine(earlier, results) ? scenariosThatSayWhen(earlier) : {};
  const all = { ...kept, ...scenariosThatSayWhen(results) };
  const scenarios = Object.fromEntries(order.filter((name) => all[name]).map((name) => [name, all[name]]));
  return { ...results, scenarios };
}

/** Figures of two machines, or of two versions of what serves, do not belong into one table. */
function isSameMachine(one, other) {
  return JSON.stringify(one.machine) === JSON.stringify(other.machine);
}

function scenariosThatSayWhen({ scenarios, date, form, load }) {
  const ran = { date, form, load };
  return Object.fromEntries(
    Object.entries(scenarios).map(([name, scenario]) => [name, { ran, ...scenario }]),
  );
}
