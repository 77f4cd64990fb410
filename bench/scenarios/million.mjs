import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir } from '../measure/site.mjs';
import { spread } from '../measure/statistics.mjs';

export const title = 'A store of a million messages beside one of a thousand';

const SMALL = 1000;

/** @param {import('../options.mjs').Options} options */
export async function run({ messages }) {
  const small = await measureStore(SMALL);
  const large = await measureStore(messages);
  const subjects = Object.entries(large.results).map(([name, { ms, peakMib }]) => {
    const { ms: smallMs } = small.results[name];
    return [
      name,
      {
        smallMs: spread([smallMs]),
        ms: spread([ms]),
        ratio: spread([ms / smallMs]),
        peakMib: spread([peakMib]),
      },
    ];
  });
  const plans = Object.entries(large.results).map(([name, { plans: found }]) => [name, found]);
  return {
    notes: { messages, beside: SMALL, fileMib: Math.round(large.fileMib) },
    subjects: Object.fromEntries(subjects),
    plans: Object.fromEntries(plans),
  };
}

/** In a process of its own, so that the peak of memory is its own too. */
async function measureStore(count) {
  const dataDir = await makeDataDir();
  try {
    process.stderr.write(`  ${count} messages\n`);
    const child = fork(join(import.meta.dirname, 'million/measure.mjs'), [dataDir, `${count}`]);
    const [result] = await Promise.race([once(child, 'message'), failed(child, count)]);
    return result;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function failed(child, count) {
  const [code] = await once(child, 'exit');
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error(`measuring ${count} messages ended with code ${code}`);
}
