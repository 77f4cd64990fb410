import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '../../src/routes.ts';
import { answerFile, startPagePeer } from './peers.mjs';
import { profileRequest } from './requests.mjs';
import { postGraphQL, startSite } from './site.mjs';

const peersDir = join(import.meta.dirname, '..', 'peers');

/** The floor page bounds any page under the rule, floor-react any with React; spa is the ordinary way. */
const peers = {
  floor: 'pages/build-floor.mjs',
  'floor-react': 'floor-react/build.mjs',
  spa: 'spa/build.mjs',
};

/**
 * Starts the site and builds and serves the pages it is compared with; all answer the query with the same bytes.
 * @param {AsyncDisposableStack} running stops them
 * @param {readonly (keyof typeof peers)[]} [compared] all by default
 * @typedef {{ name: string, url: string }} Target
 * @returns {Promise<{ pages: Target[], others: Target[] }>} the site's pages, the home first, and the compared ones
 */
export async function startPages(running, compared = Object.keys(peers)) {
  const site = running.use(await startSite());
  const answer = answerFile(await postGraphQL(`${site.url}graphql`, profileRequest));
  const built = mkdtempSync(join(tmpdir(), 'vitrine-peers-'));
  running.defer(() => rm(built, { recursive: true }));
  const pages = Object.entries(routes).map(([name, { path }]) => ({
    name,
    url: new URL(path, site.url).href,
  }));
  const others = [];
  for (const name of compared) {
    const folder = join(built, name);
    execFileSync(process.execPath, [join(peersDir, peers[name]), folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    others.push(running.use(await startPagePeer(name, folder, answer)));
  }
  return { pages, others };
}
