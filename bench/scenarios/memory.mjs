import { residentMib } from '../measure/machine.mjs';
import { bodiesFile, contactRequest, manyProfileRequests } from '../measure/requests.mjs';
import { startSite } from '../measure/site.mjs';
import { spread } from '../measure/statistics.mjs';
import { wrk } from '../measure/wrk.mjs';

export const title = 'Memory under a mixed load: pages, profile queries, messages';

const MINUTE_MS = 60_000;

/** @param {import('../options.mjs').Options} options */
export async function run({ mixedSeconds }) {
  await using site = await startSite();
  const endpoint = { ...site, url: `${site.url}graphql` };
  const queries = bodiesFile(manyProfileRequests());
  const messages = bodiesFile([contactRequest]);
  const began = Date.now();
  const samples = [{ at: 0, mib: residentMib(site.pid) }];
  const note = () => samples.push({ at: Date.now() - began, mib: residentMib(site.pid) });
  let messagesSent = 0;
  while (Date.now() - began < mixedSeconds * 1000) {
    await wrk(site, { seconds: 4 });
    note();
    await wrk(endpoint, { seconds: 4, bodies: queries });
    note();
    // Few clients and a short time: the store, not the traffic, should stay of an ordinary size.
    messagesSent += (await wrk(endpoint, { seconds: 1, connections: 4, bodies: messages })).requests;
    note();
  }
  const subject = { rssMib: spread(samples.map(({ mib }) => mib)), ...trend(samples) };
  return { notes: { messagesSent }, series: samples, subjects: { vitrine: subject } };
}

/** Where it ends, and how it moves over the second half, by least squares in MiB per minute. */
function trend(samples) {
  const late = samples.slice(samples.length >> 1);
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(late.map(({ at }) => at)), mean(late.map(({ mib }) => mib))];
  const slope =
    late.reduce((sum, { at, mib }) => sum + (at - x) * (mib - y), 0) /
    late.reduce((sum, { at }) => sum + (at - x) ** 2, 0);
  return { endMib: spread([samples.at(-1).mib]), mibPerMinute: spread([slope * MINUTE_MS]) };
}
