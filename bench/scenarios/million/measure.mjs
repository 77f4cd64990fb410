// Forked with a data folder and a number of messages: fills a store, measures each piece of work on it, reports, ends.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createAcceptance } from '../../../src/contact/acceptance.server.ts';
import {
  countMessages,
  findMessage,
  iterateMessages,
  listMessages,
  searchMessages,
} from '../../../src/contact/messages.server.ts';
import { runRetention } from '../../../src/retention/run-retention.server.ts';
import { migrate } from '../../../src/storage/migrate.server.ts';
import { openStorage } from '../../../src/storage/open-storage.server.ts';
import { contactRequest } from '../../measure/requests.mjs';
import { median } from '../../measure/statistics.mjs';
import { fillStore } from './fill.mjs';
import { plansOf, recordQueries } from './recorded-plans.mjs';

const [dataDir, countText] = process.argv.slice(2);
const count = Number(countText);
const file = join(dataDir, 'vitrine.db');
const clock = { now: () => Date.now() };
const REPEATS = 15;
const GROUP = 32;
const MIB = 1024 ** 2;

const opened = await openStorage({ dataDir });
await migrate(opened);
fillStore(file, count, clock.now());
const { storage, queries } = recordQueries(opened);
const { db } = storage;
const acceptance = createAcceptance({ storage, clock, wake: () => {} });
const middle = { receivedAt: clock.now() - 180 * 86_400_000, id: '' };
let serial = 0;

function aMessage() {
  const { message, ...rest } = contactRequest.variables.input;
  return { ...rest, message: message.replace('@@', `a${serial++}`), origin: 'api', suspectReasons: [] };
}

async function readAll(messages) {
  let read = 0;
  for await (const _message of messages) read += 1;
  return read;
}

const oneByOne = () => acceptance.accept(aMessage());
const group = () => Promise.all(Array.from({ length: GROUP }, oneByOne));

/** Name, times it is repeated, the work. */
const works = [
  { name: 'accept one', repeats: REPEATS, work: oneByOne },
  { name: 'accept 32 together', repeats: REPEATS, work: group },
  { name: 'list, first page', repeats: REPEATS, work: () => listMessages(db, { limit: 20 }) },
  {
    name: 'list, page in the middle',
    repeats: REPEATS,
    work: () => listMessages(db, { limit: 20, after: middle }),
  },
  { name: 'list, unread only', repeats: REPEATS, work: () => listMessages(db, { limit: 20, status: 'new' }) },
  {
    name: 'list, suspect only (none)',
    repeats: 3,
    work: () => listMessages(db, { limit: 20, suspect: true }),
  },
  {
    name: 'find by address',
    repeats: REPEATS,
    work: () => listMessages(db, { limit: 20, email: 'visiteur7@exemple.fr' }),
  },
  { name: 'find by beginning of id', repeats: REPEATS, work: () => findMessage(db, '000003e9') },
  { name: 'count', repeats: 3, work: () => countMessages(db) },
  { name: 'search a word', repeats: 1, work: () => searchMessages(db, 'introuvable', { limit: 20 }) },
  { name: 'export', repeats: 1, work: () => readAll(iterateMessages(db)) },
  { name: 'retention, dry run', repeats: 3, work: () => runRetention({ storage, clock, dryRun: true }) },
  { name: 'retention, nothing due', repeats: 0, work: () => runRetention({ storage, clock }) },
  { name: 'retention, 1000 expired', repeats: 1, work: () => runRetention({ storage, clock }) },
];

async function measure({ repeats, work }) {
  const times = [];
  queries.clear();
  for (let turn = 0; turn < repeats; turn++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  const { maxRSS } = process.resourceUsage();
  return { ms: median(times), peakMib: maxRSS / 1024, plans: plansOf(file, queries) };
}

const results = {};
for (const each of works.filter(({ repeats }) => repeats > 0)) results[each.name] = await measure(each);
// What is expired is gone now.
results['retention, nothing due'] = await measure({ ...works.at(-2), repeats: 3 });
const fileMib = statSync(file).size / MIB;
await opened.close();
process.send?.({ results, fileMib });
