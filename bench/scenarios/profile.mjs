import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bodiesFile, contactRequest, profileRequest } from '../measure/requests.mjs';
import { startSite } from '../measure/site.mjs';
import { spread } from '../measure/statistics.mjs';
import { wrk } from '../measure/wrk.mjs';

export const title = 'Where the server’s time goes: shares of its busy time under load, by V8’s profiler';

const traffics = {
  'GET of the home': { path: '' },
  'profile query': { path: 'graphql', body: profileRequest },
  'contact mutation': { path: 'graphql', body: contactRequest },
};

/** Where a function belongs: a room of the site, a package, a part of Node, or V8 itself. */
function areaOf({ url, functionName }) {
  if (url.includes('/node_modules/'))
    return url
      .split('/node_modules/')
      .at(-1)
      .match(/^(@[^/]+\/)?[^/]+/)[0];
  const room = /\/(src\/[^/]+)\//.exec(url);
  if (room) return room[1];
  if (url.startsWith('node:')) return /^node:(internal\/)?[^/]+/.exec(url)[0];
  if (url === '') return functionName || '(native)';
  return 'src';
}

/** @param {import('../options.mjs').Options} options */
export async function run({ quick }) {
  const subjects = {};
  for (const [name, { path, body }] of Object.entries(traffics)) {
    subjects[name] = await sharesUnder(path, body && bodiesFile([body]), quick ? 3 : 10);
  }
  return { subjects };
}

async function sharesUnder(path, bodies, seconds) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-profile-'));
  try {
    const site = await startSite({ nodeFlags: ['--cpu-prof', `--cpu-prof-dir=${folder}`] });
    try {
      await wrk({ ...site, url: site.url + path }, { seconds, bodies });
    } finally {
      await site.stop();
    }
    const profiles = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
    return shares(profiles.flatMap(busyTimes));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Area and microseconds of each sample in which the thread worked. */
function busyTimes({ nodes, samples, timeDeltas }) {
  const areas = new Map(nodes.map(({ id, callFrame }) => [id, areaOf(callFrame)]));
  return samples
    .map((id, index) => ({ area: areas.get(id), micros: timeDeltas[index] }))
    .filter(({ area }) => area !== '(idle)' && area !== '(root)');
}

/** Shares of one hundredth and more, largest first. */
function shares(times) {
  const total = times.reduce((sum, { micros }) => sum + micros, 0);
  const sums = new Map();
  for (const { area, micros } of times) sums.set(area, (sums.get(area) ?? 0) + micros / total);
  const large = [...sums].filter(([, share]) => share >= 0.01).sort(([, a], [, b]) => b - a);
  return Object.fromEntries(large.map(([area, share]) => [area, spread([share])]));
}
