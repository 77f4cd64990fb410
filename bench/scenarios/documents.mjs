import http from 'node:http';
import { measureServers } from '../measure/http-rounds.mjs';
import { startNginx } from '../measure/nginx.mjs';
import { startSite } from '../measure/site.mjs';

export const title = 'GET of the home page, against nginx with the same compressed bytes and one worker each';

/** @param {import('../options.mjs').Options} options */
export async function run({ rounds, seconds }) {
  await using running = new AsyncDisposableStack();
  const site = running.use(await startSite());
  const body = await compressedHome(site.url);
  const plain = running.use(await startNginx(body));
  const tuned = running.use(await startNginx(body, { name: 'nginx, file cache', cache: true }));
  const servers = [site, plain, tuned];
  for (const { name, url } of servers) {
    const served = await compressedHome(url);
    if (!served.equals(body)) throw new Error(`${name} serves other bytes`);
  }
  const subjects = await measureServers(servers, { rounds, seconds, reference: 'nginx' });
  return { notes: { bodyBytes: body.length }, subjects };
}

/** The body as it travels: `fetch` would take the compression off. */
function compressedHome(url) {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
        const { 'content-encoding': encoding } = response.headers;
        if (encoding !== 'br') reject(new Error(`${url} is not compressed`));
        else response.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject);
      })
      .on('error', reject);
  });
}
