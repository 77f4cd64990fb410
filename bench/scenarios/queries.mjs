import { measureServers } from '../measure/http-rounds.mjs';
import { answerFile, startGraphQLPeer } from '../measure/peers.mjs';
import { bodiesFile, manyProfileRequests, profileRequest } from '../measure/requests.mjs';
import { withServers } from '../measure/servers.mjs';
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
  const site = await startSite();
  const endpoint = { ...site, url: `${site.url}graphql` };
  const answer = await postGraphQL(endpoint.url, profileRequest);
  const file = answerFile(answer);
  const started = await Promise.all(peers.map((peer) => startGraphQLPeer({ ...peer, answer: file })));
  return withServers([endpoint, ...started], async (servers) => {
    const many = manyProfileRequests();
    await requireSameAnswers(servers, [profileRequest, ...many]);
    const measure = (requests, rest = servers) => {
      const bodies = bodiesFile(requests);
      return measureServers(rest, { rounds, seconds, reference: 'raw', traffic: () => ({ bodies }) });
    };
    const one = await measure([profileRequest]);
    const rotated = await measure(many);
    const named = Object.entries(rotated).map(([name, figures]) => [`${name}, 50 documents`, figures]);
    return { notes: { answerBytes: answer.length }, subjects: { ...one, ...Object.fromEntries(named) } };
  });
}

/** Every server but the constant one answers every document as the site does. */
async function requireSameAnswers([site, ...others], requests) {
  for (const request of requests) {
    const expected = JSON.parse(await postGraphQL(site.url, request));
    for (const { name, url } of others.filter((server) => server.name !== 'raw')) {
      const given = JSON.parse(await postGraphQL(url, request));
      if (JSON.stringify(given.data) !== JSON.stringify(expected.data)) throw new Error(`${name} answers otherwise`);
    }
  }
}
