// node bench/scale-out/run.mjs [--seconds n] [--messages n] [--rounds n]: 1, 2 and 4 processes behind nginx on one PostgreSQL,
// all on this machine. Prints throughput and correctness side by side, and writes them to docs/operations/scale-out.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import { createDatabase, startPostgres } from '../../tests/support/postgres.ts';
import { startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { describeMachine, load, processorSeconds, waitForQuiet } from '../measure/machine.mjs';
import { bodiesFile, contactRequest, profileRequest } from '../measure/requests.mjs';
import { root } from '../measure/site.mjs';
import { median } from '../measure/statistics.mjs';
import { wrk } from '../measure/wrk.mjs';
import { writeBetweenMarks } from '../report/markdown.mjs';
import { startBalancer } from './balancer.mjs';
import { countEverything } from './correctness.mjs';
import { startProcesses } from './processes.mjs';

const COUNTS = [1, 2, 4];
const CONNECTIONS = 64;
const QUIET_WITHIN_SECONDS = 120;
const MARKS = { begin: '<!-- scale-out -->', end: '<!-- /scale-out -->' };

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    messages: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
  },
});
const [seconds, messages, rounds] = [values.seconds, values.messages, values.rounds].map(Number);
const server = await startPostgres();
await waitForQuiet(QUIET_WITHIN_SECONDS);
const began = load();
const rows = [];
for (const count of COUNTS) rows.push(await measure(count));
await server.remove();
const text = reportOf(rows);
console.log(text);
writeBetweenMarks(join(root, 'docs/operations/scale-out.md'), MARKS, text);
if (
  rows.some(
    ({ lost, storedTwice, mailedTwice, viewsMiscounted }) =>
      lost + storedTwice + mailedTwice + viewsMiscounted,
  )
)
  process.exitCode = 1;

/** One number of processes: first what became of each message, then how many requests a second. */
async function measure(count) {
  process.stderr.write(`${count}: counting, then measuring\n`);
  const databaseUrl = await createDatabase(server.url);
  return { count, ...(await correctness(count, databaseUrl)), ...(await throughput(count, databaseUrl)) };
}

async function correctness(count, databaseUrl) {
  await using running = new AsyncDisposableStack();
  const sink = await startSmtpSink();
  running.defer(() => sink.stop());
  const { ports } = running.use(await startProcesses({ count, databaseUrl, smtpUrl: sink.url }));
  const { url } = running.use(await startBalancer(ports));
  const storage = await openStorage({ databaseUrl, dataDir: root });
  running.defer(() => storage.close());
  // Awaited here: what it counts on ends with this function.
  return await countEverything({ url, messages, sink, storage });
}

async function throughput(count, databaseUrl) {
  await using running = new AsyncDisposableStack();
  const { ports, pids } = running.use(await startProcesses({ count, databaseUrl }));
  const balancer = running.use(await startBalancer(ports));
  const endpoint = { ...balancer, url: `${balancer.url}graphql` };
  const targets = {
    pages: [balancer, {}],
    queries: [endpoint, { bodies: bodiesFile([profileRequest]) }],
    accepted: [endpoint, { bodies: bodiesFile([contactRequest]) }],
  };
  const used = () => pids.reduce((sum, pid) => sum + processorSeconds(pid), 0);
  const result = {};
  for (const [name, [target, traffic]] of Object.entries(targets)) {
    await wrk(target, { seconds: 1, connections: CONNECTIONS, ...traffic });
    const samples = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = used();
      const { perSecond, requests } = await wrk(target, { seconds, connections: CONNECTIONS, ...traffic });
      samples.push({ perSecond, micros: ((used() - before) * 1e6) / requests });
    }
    const middle = (key) => Math.round(median(samples.map((sample) => sample[key])));
    result[name] = { perSecond: middle('perSecond'), micros: middle('micros') };
  }
  return result;
}

function reportOf(measured) {
  const { cores, processor, memoryGib, node } = describeMachine();
  const lines = measured.map((row) =>
    [
      row.count,
      ...[row.pages, row.queries, row.accepted].map(
        ({ perSecond, micros }) => `${perSecond.toLocaleString('en')} (${micros} µs)`,
      ),
      `${row.acknowledged} of ${messages}`,
      row.lost,
      row.storedTwice,
      row.mailedTwice,
      row.viewsMiscounted,
    ].join(' | '),
  );
  return [
    `Run of ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC on ${cores} cores (${processor}), ${memoryGib} GB, Node ${node}; load ` +
      `average ${began[0]} before, ${load()[0]} after. Medians of ${rounds} rounds, ${CONNECTIONS} connections; in ` +
      'brackets the processor time of the site for each, all processes together.',
    [
      '| Processes | Pages/s | Profile queries/s | Messages/s, durable | Acknowledged | Lost | Stored twice | Mailed twice | Views miscounted |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
      ...lines.map((line) => `| ${line} |`),
    ].join('\n'),
  ].join('\n\n');
}
