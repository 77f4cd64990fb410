// npm run bench -- [--only home,query] [--rounds N] [--seconds N] [--page-rounds N] [--load-seconds N]
// Measures, prints each figure with its goal, and ends with 1 if one is missed. scripts/setup.mjs installs the rest.
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { reached, table } from './figures.mjs';
import { pages } from './page-scenario.mjs';
import { home, load, mutation, query, startUp } from './server-scenarios.mjs';

/** The short scenarios come first. */
const scenarios = { startUp, home, query, mutation, load, pages };

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(scenarios).join(',') },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    'page-rounds': { type: 'string', default: '3' },
    'load-seconds': { type: 'string', default: '60' },
  },
});
const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  pageRounds: Number(values['page-rounds']),
  loadSeconds: Number(values['load-seconds']),
};
const figures = [];
for (const name of values.only.split(',')) {
  process.stderr.write(`${name}\n`);
  figures.push(...(await scenarios[name](options)));
}
const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
const { length: cores, 0: core } = cpus();
console.log(
  `${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.version}, ${cores} × ${core?.model}`,
);
console.log(`load at the end ${loadavg()[0].toFixed(1)}; ${options.rounds} rounds of ${options.seconds} s\n`);
console.log(table(figures));
if (!figures.every(reached)) process.exitCode = 1;
