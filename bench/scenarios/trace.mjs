import { startPages } from '../measure/page-targets.mjs';
import { interleaved } from '../measure/rounds.mjs';
import { spreadOfEach } from '../measure/statistics.mjs';
import { traceVisit, workByPhase } from '../measure/trace.mjs';

export const title =
  'What the main thread does for a first visit, phase by phase: milliseconds of the processor, by a trace';

/** @param {import('../options.mjs').Options} options */
export async function run({ pageRounds }) {
  await using running = new AsyncDisposableStack();
  const { pages, others } = await startPages(running, ['floor', 'floor-react']);
  const samples = await interleaved([pages[0], ...others], pageRounds, async ({ url }) =>
    workByPhase(await traceVisit(url)),
  );
  const rows = Object.entries(samples).flatMap(([name, taken]) =>
    Object.keys(taken[0]).map((phase) => [
      `${name}, ${phase}`,
      spreadOfEach(taken.map((work) => work[phase])),
    ]),
  );
  return { subjects: Object.fromEntries(rows) };
}
