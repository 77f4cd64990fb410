import { visit } from '../measure/lighthouse.mjs';
import { lostPoints, pageFigures } from '../measure/page-figures.mjs';
import { startPages } from '../measure/page-targets.mjs';
import { interleaved } from '../measure/rounds.mjs';
import { ratioSpread, spreadOfEach } from '../measure/statistics.mjs';

export const title =
  'Pages, by Lighthouse: mobile and desktop as computed, mobile with network and processor really slowed';

const compared = ['lcp', 'speedIndex', 'mainThread', 'queryStart', 'revealSeen'];
const HOME = 'home';

/** @param {import('../options.mjs').Options} options */
export async function run({ pageRounds, slowRounds }) {
  await using running = new AsyncDisposableStack();
  const { pages, others } = await startPages(running);
  const all = [...pages, ...others];
  const home = [...pages.filter(({ name }) => name === HOME), ...others];
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
