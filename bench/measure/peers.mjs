import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { profileRequest } from './requests.mjs';
import { scratchFile } from './scratch.mjs';
import { freePort, startServer, stopping } from './servers.mjs';
import { makeDataDir, postGraphQL } from './site.mjs';

const peersDir = join(import.meta.dirname, '..', 'peers');

/** Keeps the site's own answer in a file, so that peers send the same bytes. @param {string} answer @returns {string} */
export function answerFile(answer) {
  return scratchFile('answer.json', answer);
}

/**
 * Starts one of the GraphQL servers; its `url` is that of the endpoint.
 * @param {{ name: string, kind: string, answer: string, commit?: 'one' | 'group' }} options answer: from answerFile
 */
export async function startGraphQLPeer({ name, kind, answer, commit }) {
  const dataDir = commit ? await makeDataDir() : '';
  const server = await startServer({
    name,
    command: process.execPath,
    args: [join(peersDir, 'graphql/serve.mjs'), kind, ...(commit ? [commit] : [])],
    port: await freePort(),
    env: { ANSWER_FILE: answer, DATA_DIR: dataDir },
    ask: (url) => postGraphQL(`${url}graphql`, profileRequest),
  });
  const stop = async () => {
    await server.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  // Apollo's standalone server answers at every path.
  return stopping({ ...server, url: `${server.url}graphql`, dataDir }, stop);
}

/** Serves a built folder with a constant /graphql. */
export async function startPagePeer(name, folder, answer) {
  const args = [join(peersDir, 'pages/serve.mjs'), folder, answer];
  return startServer({ name, command: process.execPath, args, port: await freePort() });
}
