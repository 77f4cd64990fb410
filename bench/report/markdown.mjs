import { readFileSync, writeFileSync } from 'node:fs';
import { short, spreadText } from './numbers.mjs';

/** The one table: every figure with a goal. @param {ReturnType<typeof import('../judge.mjs').judge>} verdicts */
export function verdictTable(verdicts) {
  const rows = verdicts.map(({ goal, value, reached }) => {
    const bound = goal.atMost === undefined ? `≥ ${short(goal.atLeast)}` : `≤ ${short(goal.atMost)}`;
    const unit = goal.unit ? ` ${goal.unit}` : '';
    return `| ${goal.text} | ${spreadText(value)}${unit} | ${bound}${unit} | ${reached ? 'reached' : '**missed**'} |`;
  });
  return ['| Figure | Median (min–max) | Goal | |', '| --- | ---: | ---: | --- |', ...rows].join('\n');
}

/** Everything measured in one scenario, one subject a row. */
export function figureTable({ subjects }) {
  const names = Object.keys(subjects);
  const figures = [...new Set(names.flatMap((name) => Object.keys(subjects[name])))].filter(
    (name) => !name.includes(':'),
  );
  const rows = names.map((name) => {
    const cells = figures.map((figure) => (subjects[name][figure] ? spreadText(subjects[name][figure]) : ''));
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return [`| | ${figures.join(' | ')} |`, `| --- |${' ---: |'.repeat(figures.length)}`, ...rows].join('\n');
}

/** On what, and of each scenario when, of which commit, in which form and how loaded. @param {object} results */
export function conditions({ date, quick, machine, scenarios }) {
  const { cores, processor, memoryGib, node, sqlite, nginx, wrk } = machine;
  const rows = Object.entries(scenarios).map(
    ([name, { ran }]) => `| ${name} | ${ranCells(ran).join(' | ')} |`,
  );
  return [
    `${date.slice(0, 10)}${quick ? ', `--quick`: one short round, not to be quoted' : ''}.`,
    `${cores} cores (${processor}), ${memoryGib} GiB; Node ${node.slice(1)}, SQLite ${sqlite}, nginx ${nginx}, wrk ${wrk}.`,
    '',
    '| Scenario | Began, UTC | Commit | Rounds: servers, pages, slowed | Load average before, after |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function ranCells({ at, commit, form, load }) {
  const rounds = `${form.rounds} of ${form.seconds} s, ${form.pageRounds}, ${form.slowRounds}; mixed load ${form.mixedSeconds} s`;
  return [at.slice(11, 16), commit, rounds, `${load.before.join(', ')} → ${load.after.join(', ')}`];
}

/**
 * Puts text between two marks of a document, in place of what stands there.
 * @param {string} file @param {{ begin: string, end: string }} marks @param {string} text
 * @throws Error when the marks are not there
 */
export function writeBetweenMarks(file, { begin, end }, text) {
  const document = readFileSync(file, 'utf8');
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for the table`);
  writeFileSync(file, `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`);
}
