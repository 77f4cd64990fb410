import { closeSync, fdatasyncSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { interleaved } from '../measure/rounds.mjs';
import { makeDataDir } from '../measure/site.mjs';
import { ratioSpread, spreadOfEach } from '../measure/statistics.mjs';

export const title = 'The disk: what one durable write costs, in one process';

const PAGE = Buffer.alloc(4096, 1);
const FILE_PAGES = 256;
const ROWS_PER_GROUP = 32;
const ROW = 'Bonjour, je souhaite un site pour mon entreprise. '.repeat(8);

/** Overwriting keeps the file's size: nothing but the page has to reach the disk. The limit of a commit. */
function overwriting(file) {
  const handle = openSync(file, 'w');
  for (let page = 0; page < FILE_PAGES; page++) writeSync(handle, PAGE);
  fsyncSync(handle);
  let turn = 0;
  const step = () => {
    writeSync(handle, PAGE, 0, PAGE.length, (turn++ % FILE_PAGES) * PAGE.length);
    fdatasyncSync(handle);
    return 1;
  };
  return { step, close: () => closeSync(handle) };
}

/** @param {'FULL' | 'NORMAL'} synchronous @param {number} rows per commit */
function committing(file, synchronous, rows) {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
  db.exec('CREATE TABLE message (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT');
  const insert = db.prepare('INSERT INTO message (body) VALUES (?)');
  const step = () => {
    db.exec('BEGIN IMMEDIATE');
    for (let row = 0; row < rows; row++) insert.run(ROW);
    db.exec('COMMIT');
    return rows;
  };
  return { step, close: () => db.close() };
}

const cases = [
  { name: 'fdatasync', open: overwriting },
  { name: 'one row, synced', open: (file) => committing(file, 'FULL', 1) },
  { name: '32 rows, synced', open: (file) => committing(file, 'FULL', ROWS_PER_GROUP) },
  { name: 'one row, not synced', open: (file) => committing(file, 'NORMAL', 1) },
];

/** @param {import('../options.mjs').Options} options */
export async function run({ rounds, quick }) {
  const milliseconds = quick ? 500 : 2000;
  const samples = await interleaved(cases, rounds, async ({ open }) => {
    const folder = await makeDataDir();
    const writer = open(join(folder, 'file'));
    try {
      return repeat(writer.step, milliseconds);
    } finally {
      writer.close();
      await rm(folder, { recursive: true });
    }
  });
  const limit = samples.fdatasync.map(({ perSecond }) => perSecond);
  const subjects = Object.entries(samples).map(([name, taken]) => {
    const ratio = ratioSpread(
      taken.map(({ perSecond }) => perSecond),
      limit,
    );
    return [name, { ...spreadOfEach(taken), ratio }];
  });
  return { subjects: Object.fromEntries(subjects) };
}

/** @param {() => number} step writes, and says how many units @param {number} milliseconds how long */
function repeat(step, milliseconds) {
  const latencies = [];
  let units = 0;
  const began = performance.now();
  let now = began;
  while (now < began + milliseconds) {
    units += step();
    latencies.push(performance.now() - now);
    now = performance.now();
  }
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor(latencies.length * share)];
  return { perSecond: (units * 1000) / (now - began), p50: at(0.5), p99: at(0.99) };
}
