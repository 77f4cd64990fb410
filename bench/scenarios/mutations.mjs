import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { measureServers } from '../measure/http-rounds.mjs';
import { answerFile, startGraphQLPeer } from '../measure/peers.mjs';
import { bodiesFile, contactRequest, profileRequest } from '../measure/requests.mjs';
import { postGraphQL, startSite } from '../measure/site.mjs';

export const title = 'Contact mutation, durable (a sync before each answer), 32 clients';

const peers = [
  { name: 'one-commit-each', kind: 'plain', commit: 'one' },
  { name: 'group-commit', kind: 'plain', commit: 'group' },
  { name: 'apollo', kind: 'apollo', commit: 'one' },
  { name: 'apollo-group', kind: 'apollo', commit: 'group' },
];

/** The site's own profile query beside its mutation: the goal of acceptance is a share of it. */
const QUERY = 'vitrine-query';

/** @param {import('../options.mjs').Options} options */
export async function run({ rounds, seconds }) {
  await using running = new AsyncDisposableStack();
  const site = running.use(await startSite());
  const endpoint = { ...site, url: `${site.url}graphql` };
  const answer = answerFile(await postGraphQL(endpoint.url, profileRequest));
  const storing = [endpoint];
  for (const peer of peers) storing.push(running.use(await startGraphQLPeer({ ...peer, answer })));
  for (const { url } of storing) await postGraphQL(url, contactRequest);
  const bodies = { contact: bodiesFile([contactRequest]), profile: bodiesFile([profileRequest]) };
  const subjects = await measureServers([...storing, { ...endpoint, name: QUERY }], {
    rounds,
    seconds,
    reference: 'one-commit-each',
    traffic: ({ name }) => ({ bodies: name === QUERY ? bodies.profile : bodies.contact }),
  });
  for (const server of storing) requireStored(server, subjects[server.name]);
  return { subjects };
}

/** No answer without a stored message: a server that forgets is fast at nothing. */
function requireStored({ name, dataDir }, { requests }) {
  const db = new DatabaseSync(join(dataDir, 'vitrine.db'), { readOnly: true });
  const { count } = db.prepare('SELECT count(*) AS count FROM message').get();
  db.close();
  const answered = requests.min * requests.rounds;
  if (count < answered)
    throw new Error(`${name} answered at least ${answered} times and stored ${count} messages`);
}
