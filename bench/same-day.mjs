import { existsSync, readFileSync } from 'node:fs';

/**
 * What the day's earlier runs measured. To be read before a run begins: a file that cannot be read then costs no measurements.
 * @param {string} file of the day's results, which may not be there
 * @param {object} machine as it is described now: figures of two machines do not belong into one table
 * @returns {Record<string, object>} scenarios that say themselves when they ran, by name
 */
export function measuredEarlier(file, machine) {
  if (!existsSync(file)) return {};
  const earlier = JSON.parse(readFileSync(file, 'utf8'));
  if (JSON.stringify(earlier.machine) !== JSON.stringify(machine)) return {};
  return Object.fromEntries(Object.entries(earlier.scenarios).filter(([, { ran }]) => ran));
}

/**
 * Both in the usual order; what was chosen this time and failed has no figures, old ones neither.
 * @param {Record<string, object>} earlier @param {Record<string, object>} measured
 * @param {{ order: readonly string[], chosen: readonly string[] }} names
 */
export function ofTheDay(earlier, measured, { order, chosen }) {
  const kept = order.filter((name) => measured[name] ?? (earlier[name] && !chosen.includes(name)));
  return Object.fromEntries(kept.map((name) => [name, measured[name] ?? earlier[name]]));
}
