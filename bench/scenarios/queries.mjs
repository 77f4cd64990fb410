import { measureServers } from '../measure/http-rounds.mjs';
import { answerFile, startGraphQLPeer } from '../measure/peers.mjs';
import { bodiesFile, manyProfileRequests, profileRequest } from '../measure/requests.mjs';
import { postGraphQL, startSite } from '../measure/site.mjs';

export const title = 'Profile query: the one of every visit, then 50 different documents in turn';

/** `raw` answers a constant of the same size: the limit. */
const peers = [
  { name: 'raw', kind: 'raw' },
  { name: 'mercurius-jit', kind: 'mercurius' },
  { name: 'graphql-js', kind: 'plain' },
  { name: 'apollo', kind: 'apollo' },
  { name: 'yoga', kind: 'yoga' },
];

/** @param {import('../options.mjs').Options} options */
export async function run({ rounds, seconds }) {
  await using running = new AsyncDisposableStack();
  const site = running.use(await startSite());
  const endpoint = { ...site, url: `${site.url}graphql` };
  const answer = await postGraphQL(endpoint.url, profileRequest);
  const file = answerFile(answer);
  const servers = [endpoint];
  for (const peer of peers) servers.push(running.use(await startGraphQLPeer({ ...peer, answer: file })));
  const many = manyProfileRequests();
  await requireSameAnswers(servers, [profileRequest, ...many]);
  const measure = (requests) => {
    const bodies = bodiesFile(requests);
    return measureServers(servers, { rounds, seconds, reference: 'raw', traffic: () => ({ bodies }) });
  };
  const one = await measure([profileRequest]);
  const rotated = Object.entries(await measure(many)).map(([name, figures]) => [
    `${name}, 50 documents`,
    figures,
  ]);
  return { notes: { answerBytes: answer.length }, subjects: { ...one, ...Object.fromEntries(rotated) } };
}

/** Every server but the constant one answers every document as the site does. */
async function requireSameAnswers([site, ...others], requests) {
  for (const request of requests) {
    const expected = JSON.parse(await postGraphQL(site.url, request));
    for (const { name, url } of others.filter((server) => server.name !== 'raw')) {
      const given = JSON.parse(await postGraphQL(url, request));
      if (JSON.stringify(given.data) !== JSON.stringify(expected.data))
        throw new Error(`${name} answers otherwise`);
    }
  }
}
