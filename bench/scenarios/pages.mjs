import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '../../src/routes.ts';
import { visit } from '../measure/lighthouse.mjs';
import { lostPoints, pageFigures } from '../measure/page-figures.mjs';
import { answerFile, startPagePeer } from '../measure/peers.mjs';
import { profileRequest } from '../measure/requests.mjs';
import { interleaved } from '../measure/rounds.mjs';
import { postGraphQL, startSite } from '../measure/site.mjs';
import { ratioSpread, spreadOfEach } from '../measure/statistics.mjs';

export const title =
  'Pages, by Lighthouse: mobile and desktop as computed, mobile with network and processor really slowed';

const peersDir = join(import.meta.dirname, '..', 'peers');
/** The floor page bounds any page under the rule, floor-react any with React; spa is the ordinary way. */
const peers = {
  floor: 'pages/build-floor.mjs',
  'floor-react': 'floor-react/build.mjs',
  spa: 'spa/build.mjs',
};
const compared = ['lcp', 'speedIndex', 'mainThread', 'queryStart', 'revealSeen'];
const HOME = 'home';

/** @param {import('../options.mjs').Options} options */
export async function run({ pageRounds, slowRounds }) {
  await using running = new AsyncDisposableStack();
  const site = running.use(await startSite());
  const answer = answerFile(await postGraphQL(`${site.url}graphql`, profileRequest));
  const built = mkdtempSync(join(tmpdir(), 'vitrine-peers-'));
  running.defer(() => rm(built, { recursive: true }));
  const pages = Object.entries(routes).map(([name, { path }]) => ({
    name,
    url: new URL(path, site.url).href,
  }));
  const others = [];
  for (const [name, script] of Object.entries(peers)) {
    execFileSync(process.execPath, [join(peersDir, script), join(built, name)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    others.push(running.use(await startPagePeer(name, join(built, name), answer)));
  }
  const all = [...pages, ...others];
  const home = all.filter(({ name }) => name === HOME || name in peers);
  const mobile = await measure(all, pageRounds, { form: 'mobile', throttling: 'simulate' });
  const desktop = await measure(all, pageRounds, { form: 'desktop', throttling: 'simulate' });
  const slow = await measure(home, slowRounds, { form: 'mobile', throttling: 'devtools' });
  return {
    subjects: {
      ...named(mobile.subjects, ''),
      ...named(desktop.subjects, ', desktop'),
      ...named(slow.subjects, ', slowed'),
    },
    notes: { lost: { mobile: mobile.lost, desktop: desktop.lost, slowed: slow.lost } },
  };
}

async function measure(targets, rounds, conditions) {
  const lost = {};
  const samples = await interleaved(targets, rounds, async ({ name, url }) => {
    const lhr = await visit(url, conditions);
    lost[name] = [...new Set([...(lost[name] ?? []), ...lostPoints(lhr)])];
    return pageFigures(lhr);
  });
  const subjects = Object.entries(samples).map(([name, taken]) => [
    name,
    { ...spreadOfEach(taken), ...toFloor(taken, samples.floor) },
  ]);
  return { subjects: Object.fromEntries(subjects), lost };
}

/** Ratios to the floor page, and what is lost beyond what it loses, round by round. */
function toFloor(taken, floor) {
  const of = (samples, figure) => samples.map((sample) => sample[figure] ?? Number.NaN);
  const ratios = compared.map((figure) => [
    `${figure}ToFloor`,
    ratioSpread(of(taken, figure), of(floor, figure)),
  ]);
  const overheads = taken.map((sample, round) => ({
    overheadToFloor: sample.overhead - floor[round].overhead,
  }));
  return { ...Object.fromEntries(ratios), ...spreadOfEach(overheads) };
}

function named(subjects, suffix) {
  return Object.fromEntries(Object.entries(subjects).map(([name, figures]) => [name + suffix, figures]));
}
