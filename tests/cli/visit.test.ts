import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { routes } from '../../src/routes.ts';
import { type Site, startSite } from '../support/site.ts';
import { runHere } from './run-here.ts';
import { testStore } from './test-store.ts';

/** A proxy before the site that changes some of its answers. */
type Change = (asked: { url: string; sent: string }) => { status?: number; body?: string } | undefined;

const store = testStore('all');
let site: Site;
let between: Server;
let change: Change = () => undefined;

beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT: '1', TRUST_PROXY: '3' } });
  between = createServer(async (asked, answer) => {
    const { method, headers, url = '' } = asked;
    const sent = await buffer(asked);
    const changed = change({ url, sent: String(sent) });
    const forwarded = request(site.url + url, { method, headers }).end(sent);
    const [{ statusCode, headers: own }, body] = await once(forwarded, 'response').then(
      async ([response]) => [response, await buffer(response)] as const,
    );
    answer.writeHead(changed?.status ?? statusCode ?? 0, { 'content-type': own['content-type'] });
    answer.end(changed?.body ?? body);
  });
  await once(between.listen(store.file('site.sock')), 'listening');
});

afterEach(() => {
  change = () => undefined;
});

afterAll(async () => {
  between?.close();
  await site?.stop();
});

const visit = () => runHere(['advanced', 'visit', store.file('site.sock')], {});

it('R27: finds the site right, as often as it asks, and leaves nothing there', async () => {
  for (let turn = 0; turn < 3; turn += 1) expect(await visit()).toMatchObject({ code: 0 });
  expect((await site.cli('messages', 'list')).stderr).toBe('Aucun message.\n');
});

type Broken = readonly [what: string, named: string, change: Change];

function atPage(address: RegExp, answer: ReturnType<Change>): Change {
  return ({ url, sent }) => (address.test(url) && !sent ? answer : undefined);
}
function toPost(body: RegExp, answer: ReturnType<Change>): Change {
  return ({ sent }) => (body.test(sent) ? answer : undefined);
}
const everyName =
  '{"errors":[{"extensions":{"fields":[{"field":"fullname"},{"field":"email"}]}}],"data":null}';

const broken: readonly Broken[] = [
  ...Object.values(routes).map(({ path }): Broken => {
    return [`an error at ${path}`, `GET ${path} `, atPage(RegExp(`^${path}$`), { status: 500 })];
  }),
  ['a blank page', 'GET /about', atPage(/^\/about$/, { body: '' })],
  ['no script', 'start-browser', atPage(/start-browser/, { status: 404 })],
  ['a store that takes nothing', '/readyz/write', atPage(/write/, { status: 503 })],
  ['no profile', 'profil', toPost(/getAdmin/, { body: '{"data":null}' })],
  ['an API that refuses every name', 'message sans email', toPost(/postContactForm/, { body: everyName })],
  ['an API that answers 429', 'HTTP 429', toPost(/postContactForm/, { status: 429 })],
  ['a form that answers 500', 'POST /contact', toPost(/^subject/, { status: 500 })],
  ['a form that accepts everything', 'POST /contact', toPost(/^subject/, { status: 303, body: '' })],
];

it.each(broken)('R27: refuses a site with %s', async (_what, named, how) => {
  change = how;
  expect(await visit()).toMatchObject({ code: 1, stderr: expect.stringContaining(named) });
});
