import { interleaved } from './rounds.mjs';
import { ratioSpread, spreadOfEach } from './statistics.mjs';
import { wrk } from './wrk.mjs';

const WARM_UP_SECONDS = 2;

/**
 * Measures servers in turn with wrk.
 * @param {object} options
 * @param {string} options.reference name of the server that the ratios are to
 * @param {(server: { name: string }) => { bodies?: string }} [options.traffic] what each is sent; GET without
 * @returns {Promise<Record<string, object>>} per server the spread of each figure, and of `ratio`
 */
export async function measureServers(servers, { rounds, seconds, reference, traffic = () => ({}) }) {
  for (const server of servers) await wrk(server, { seconds: WARM_UP_SECONDS, ...traffic(server) });
  const samples = await interleaved(servers, rounds, (server) =>
    wrk(server, { seconds, ...traffic(server) }),
  );
  const perSecond = (name) => samples[name].map((sample) => sample.perSecond);
  const subjects = servers.map(({ name }) => {
    const ratio = ratioSpread(perSecond(name), perSecond(reference));
    return [name, { ...spreadOfEach(samples[name]), ratio }];
  });
  return Object.fromEntries(subjects);
}
