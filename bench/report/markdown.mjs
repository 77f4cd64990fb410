import { readFileSync, writeFileSync } from 'node:fs';
import { short, spreadText } from './numbers.mjs';

const begin = '<!-- bench:begin (written by npm run bench) -->';
const end = '<!-- bench:end -->';

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

/** On what, when and how loaded: one line for each run of the day. @param {object} results */
export function conditions({ date, quick, machine, scenarios }) {
  const { cores, processor, memoryGib, node, sqlite, nginx, wrk } = machine;
  const runs = Map.groupBy(Object.keys(scenarios), (name) => scenarios[name].ran.date);
  return [
    `${date.slice(0, 10)}${quick ? ', `--quick`: one short round, not to be quoted' : ''}.`,
    `${cores} cores (${processor}), ${memoryGib} GiB; Node ${node.slice(1)}, SQLite ${sqlite}, nginx ${nginx}, wrk ${wrk}.`,
    '',
    ...[...runs.values()].map((names) => `- ${names.join(', ')}: ${runText(scenarios[names[0]].ran)}`),
  ].join('\n');
}

function runText({ date, form, load }) {
  return [
    `from ${date.slice(11, 16)} UTC`,
    `${form.rounds} rounds of ${form.seconds} s for servers, ${form.pageRounds} for pages, ${form.slowRounds} slowed, mixed load ${form.mixedSeconds} s`,
    `load average ${load.before.join(', ')} before, ${load.after.join(', ')} after.`,
  ].join('; ');
}

/** Puts text between the marks of a document. @throws Error when the marks are not there */
export function writeBetweenMarks(file, text) {
  const document = readFileSync(file, 'utf8');
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for the table`);
  writeFileSync(file, `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`);
}
