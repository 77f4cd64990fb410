// Everything, or the scenarios named: measures, prints, and writes results/<date>.json, results/<date>.html and the table of
// docs/performance.md. Started by `npm run bench`, which installs what is needed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepCompiled } from '../scripts/setup/compiled.mjs';
import { judge } from './judge.mjs';
import { describeMachine, load, waitForQuiet } from './measure/machine.mjs';
import { root } from './measure/site.mjs';
import { readOptions, usage } from './options.mjs';
import { conditions, figureTable, verdictTable, writeBetweenMarks } from './report/markdown.mjs';
import { resultsPage } from './report/page.mjs';
import { phaseTable, shareTable, traceTable, workTable } from './report/phases.mjs';
import { withEarlierOfTheDay } from './same-day.mjs';

/** In the order of their runs: the short ones first. */
const names = [
  'disk',
  'start',
  'documents',
  'queries',
  'mutations',
  'profile',
  'million',
  'pages',
  'trace',
  'memory',
];
const QUIET_WITHIN_SECONDS = 300;

const options = optionsOrUsage();
// Servers are measured as npm start leaves them, whatever the shell that measures says.
keepCompiled();
const chosen = options.only.length > 0 ? names.filter((name) => options.only.includes(name)) : names;
const results = {
  date: new Date().toISOString(),
  quick: options.quick,
  form: options,
  machine: describeMachine(),
  load: { before: load(), after: load() },
  scenarios: {},
};
const failures = [];

for (const name of chosen) await measure(name);
results.load.after = load();
report();

function optionsOrUsage() {
  try {
    const read = readOptions(process.argv.slice(2));
    const unknown = read.only.find((name) => !names.includes(name));
    if (unknown) throw new TypeError(`no scenario is called ${unknown}`);
    return read;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}\n`);
    process.exit(2);
  }
}

/** One scenario that fails is told at the end, and does not take the others with it. */
async function measure(name) {
  const scenario = await import(`./scenarios/${name}.mjs`);
  process.stderr.write(`${name}: ${scenario.title}\n`);
  if (options.wait) await waitForQuiet(QUIET_WITHIN_SECONDS);
  const loadBefore = load();
  try {
    const measured = await scenario.run(options);
    results.scenarios[name] = {
      title: scenario.title,
      load: { before: loadBefore, after: load() },
      ...measured,
    };
    process.stderr.write(`\n${figureTable(measured)}\n\n`);
  } catch (error) {
    failures.push(name);
    process.stderr.write(`${name} failed: ${error.stack}\n`);
  }
}

function report() {
  const folder = join(root, 'bench', 'results');
  const file = join(folder, results.date.slice(0, 10) + (options.quick ? '-quick' : ''));
  const all = withEarlierOfTheDay(`${file}.json`, results, names);
  const verdicts = judge(all.scenarios);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.json`, `${JSON.stringify({ ...all, verdicts }, null, 1)}\n`);
  writeFileSync(`${file}.html`, resultsPage(all, verdicts));
  const table = [
    conditions(all),
    verdictTable(verdicts),
    phaseTable(all),
    workTable(all),
    traceTable(all),
    shareTable(all),
  ]
    .filter(Boolean)
    .join('\n\n');
  console.log(table);
  // The document keeps the whole of a day's unhurried runs.
  if (!options.quick && Object.keys(all.scenarios).length === names.length && failures.length === 0)
    writeBetweenMarks(join(root, 'docs', 'performance.md'), table);
  process.stderr.write(`\nWritten: ${file}.json, ${file}.html\n`);
  if (failures.length > 0) {
    process.stderr.write(`Failed: ${failures.join(', ')}\n`);
    process.exitCode = 1;
  }
}
