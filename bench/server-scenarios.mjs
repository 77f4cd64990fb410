// Measures the server, each figure beside its peers in the same run.
import http from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inTurn, ratio, spread } from './figures.mjs';
import { makeFolder, residentMib, startPeer, startSite } from './servers.mjs';
import { atRate, contactBody, profileBody, scratchFile, wrk } from './traffic.mjs';

/** @typedef {{ rounds: number, seconds: number, loadSeconds: number }} Options */

/** Measures the home page beside bare `node:http`, which serves the same bytes. @param {Options} options */
export async function home({ rounds, seconds }) {
  await using site = await startSite(makeFolder('data'));
  const body = await compressedBody(site.url);
  await using bare = await startPeer('page', scratchFile(body));
  const taken = await fastest([site, bare], rounds, seconds);
  return [
    { what: 'home document, wire', value: spread([body.length / 1000]), unit: 'kB', atMost: 14.6 },
    { what: 'home page, × bare node:http', value: ratio(taken.vitrine, taken.page), atLeast: 0.6 },
    { what: 'home page', value: spread(taken.vitrine), unit: '/s' },
  ];
}

/** Measures the profile query beside bare `node:http`, Mercurius with its JIT, and Apollo. @param {Options} options */
export async function query({ rounds, seconds }) {
  await using site = await startSite(makeFolder('data'));
  const answer = scratchFile(await profileAnswer(site));
  await using raw = await startPeer('raw', answer);
  await using mercurius = await startPeer('mercurius', answer);
  await using apollo = await startPeer('apollo', answer);
  const servers = [site, raw, mercurius, apollo].map(atGraphQL);
  const taken = await fastest(servers, rounds, seconds, scratchFile(profileBody));
  return [
    { what: 'profile query, × bare node:http', value: ratio(taken.vitrine, taken.raw) },
    { what: 'profile query, × Mercurius with JIT', value: ratio(taken.vitrine, taken.mercurius), atLeast: 1 },
    { what: 'profile query, × Apollo Server 5', value: ratio(taken.vitrine, taken.apollo), atLeast: 1 },
    { what: 'profile query', value: spread(taken.vitrine), unit: '/s' },
  ];
}

/** Measures the contact mutation with durable storage, beside Apollo with one commit each. @param {Options} options */
export async function mutation({ rounds, seconds }) {
  const dataDir = makeFolder('data');
  await using site = await startSite(dataDir);
  const answer = scratchFile(await profileAnswer(site));
  await using apollo = await startPeer('apollo', answer, makeFolder('data'));
  const servers = [site, apollo].map(atGraphQL);
  const taken = await fastest(servers, rounds, seconds, scratchFile(contactBody));
  requireStored(
    dataDir,
    taken.vitrine.reduce((sum, perSecond) => sum + perSecond * seconds, 0),
  );
  const calm = await atRate({ url: `${site.url}graphql`, perSecond: 50, seconds: 10, body: contactBody });
  return [
    { what: 'contact mutation, × Apollo Server 5', value: ratio(taken.vitrine, taken.apollo), atLeast: 1 },
    { what: 'contact mutation', value: spread(taken.vitrine), unit: '/s' },
    { what: '50 messages a second, p99', value: spread([calm.p99]), unit: 'ms', atMost: 50 },
    { what: '50 messages a second, failed', value: spread([calm.failed]), atMost: 0 },
  ];
}

/** Measures `npm start` on a built tree, and the server's memory at rest. @param {Options} options */
export async function startUp({ rounds }) {
  const dataDir = makeFolder('data');
  // This first start creates the store, and is not measured.
  await (await startSite(dataDir)).stop();
  const taken = await inTurn([{ name: 'npm start' }], rounds, async () => {
    await using site = await startSite(dataDir);
    return { seconds: site.readyMs / 1000, memory: residentMib(site.pid) };
  });
  const of = (/** @type {'seconds' | 'memory'} */ figure) =>
    spread(taken['npm start'].map((each) => each[figure]));
  return [
    { what: 'start to first page', value: of('seconds'), unit: 's', atMost: 1 },
    { what: 'memory at rest', value: of('memory'), unit: 'MiB', atMost: 145 },
  ];
}

/** Measures pages and messages together at a fixed rate (R12), then the memory. @param {Options} options */
export async function load({ loadSeconds: seconds }) {
  await using site = await startSite(makeFolder('data'));
  const [pages, messages] = await Promise.all([
    atRate({ url: `${site.url}about`, perSecond: 2000, seconds }),
    atRate({ url: `${site.url}graphql`, perSecond: 500, seconds, body: contactBody }),
  ]);
  return [
    { what: 'load: pages of 2,000 a second', value: spread([pages.perSecond]), unit: '/s', atLeast: 1960 },
    { what: 'load: pages, p99', value: spread([pages.p99]), unit: 'ms', atMost: 200 },
    { what: 'load: messages of 500 a second', value: spread([messages.perSecond]), unit: '/s', atLeast: 490 },
    { what: 'load: messages, p99', value: spread([messages.p99]), unit: 'ms', atMost: 200 },
    { what: 'load: failed', value: spread([pages.failed + messages.failed]), atMost: 0 },
    { what: 'memory after the load', value: spread([residentMib(site.pid)]), unit: 'MiB', atMost: 235 },
  ];
}

/** Returns the answers per second of each server, one figure per round, after a first round that does not count. */
async function fastest(servers, rounds, seconds, body) {
  for (const { url } of servers) await wrk(url, seconds, body);
  return inTurn(servers, rounds, ({ url }) => wrk(url, seconds, body));
}

function atGraphQL(server) {
  return { ...server, url: `${server.url}graphql` };
}

async function profileAnswer({ url }) {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}graphql`, { method: 'POST', headers, body: profileBody })).text();
}

/** Gets the compressed body with `http`, because `fetch` would decompress it. */
function compressedBody(url) {
  return new Promise((resolve, reject) => {
    const outgoing = http.get(url, { headers: { 'accept-encoding': 'br' } }, (response) =>
      response.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject),
    );
    outgoing.on('error', reject);
  });
}

/** Fails if a server answered without storing, because its speed would mean nothing. */
function requireStored(dataDir, answered) {
  using db = new DatabaseSync(join(dataDir, 'vitrine.db'), { readOnly: true });
  const { count } = db.prepare('SELECT count(*) AS count FROM message').get();
  if (count < answered * 0.99) throw new Error(`${answered} messages answered, ${count} stored`);
}
