// Everything, or the scenarios named: measures, prints, and writes results/<date>.json, results/<date>.html and the table of
// docs/performance.md. Started by `npm run bench`, which installs what is needed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepCompiled } from '../scripts/setup/compiled.mjs';
import { judge } from './judge.mjs';
import { describeCommit, describeMachine, load, waitForQuiet } from './measure/machine.mjs';
import { root } from './measure/site.mjs';
import { readOptions, usage } from './options.mjs';
import { conditions, figureTable, verdictTable, writeBetweenMarks } from './report/markdown.mjs';
import { resultsPage } from './report/page.mjs';
import { phaseTable, shareTable, traceTable, workTable } from './report/phases.mjs';
import { measuredEarlier, ofTheDay } from './same-day.mjs';

/** Around what is written into docs/performance.md. */
const marks = { begin: '<!-- bench:begin (written by npm run bench) -->', end: '<!-- bench:end -->' };

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
const date = new Date().toISOString();
const machine = describeMachine();
const folder = join(root, 'bench', 'results');
const file = join(folder, date.slice(0, 10) + (options.quick ? '-quick' : ''));
const earlier = measuredEarlier(`${file}.json`, machine);
const measured = {};
const failures = [];

for (const name of chosen) await measure(name);
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
  const ran = {
    at: new Date().toISOString(),
    commit: describeCommit(root),
    form: options,
    load: { before: load() },
  };
  try {
    const figures = await scenario.run(options);
    ran.load.after = load();
    measured[name] = { title: scenario.title, ran, ...figures };
    process.stderr.write(`\n${figureTable(figures)}\n\n`);
  } catch (error) {
    failures.push(name);
    process.stderr.write(`${name} failed: ${error.stack}\n`);
  }
}

function report() {
  const scenarios = ofTheDay(earlier, measured, { order: names, chosen });
  const results = { date, quick: options.quick, machine, scenarios };
  const verdicts = judge(scenarios);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.json`, `${JSON.stringify({ ...results, verdicts }, null, 1)}\n`);
  writeFileSync(`${file}.html`, resultsPage(results, verdicts));
  const table = [
    conditions(results),
    verdictTable(verdicts),
    phaseTable(results),
    workTable(results),
    traceTable(results),
    shareTable(results),
  ]
    .filter(Boolean)
    .join('\n\n');
  console.log(table);
  // The document keeps the whole of an unhurried run.
  if (!options.quick && chosen.length === names.length && failures.length === 0)
    writeBetweenMarks(join(root, 'docs', 'performance.md'), marks, table);
  process.stderr.write(`\nWritten: ${file}.json, ${file}.html\n`);
  if (failures.length > 0) {
    process.stderr.write(`Failed: ${failures.join(', ')}\n`);
    process.exitCode = 1;
  }
}
