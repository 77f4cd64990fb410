import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { messageBody } from '../faults/visitors.ts';
import { CERTIFIED_HOST, makeCertificate } from '../support/certificate.ts';
import { type Launched, launch, output, until } from '../support/launched.ts';
import { read } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { debianProgram } from './debian-program.ts';

export const proxyNames = ['caddy', 'nginx'] as const;

export type FrontServer = Awaited<ReturnType<typeof startProxy>>;

/**
 * Starts the proxy with the configuration of `deploy/`; only names, ports and the certificate are changed.
 * @param places of the two processes of the site: sockets, or addresses with a port
 * @param writeTimeout after which a client that reads nothing is cut
 */
export async function startProxy(
  name: (typeof proxyNames)[number],
  places: readonly [string, string],
  writeTimeout = '30s',
) {
  const dir = await mkdtemp(join(tmpdir(), 'vitrine-proxy-'));
  // nginx gives up root's rights and works under another account.
  await chmod(dir, 0o755);
  const requestLog = join(dir, 'access.log');
  const [port, plainPort] = [await freePort(), await freePort()];
  const { certificateFile, keyFile } = await makeCertificate(dir);
  const scheme = name === 'caddy' ? 'unix/' : 'unix:';
  const upstreams = places.map(
    (place, index) =>
      [
        `${scheme}/run/vitrine/300${index + 1}/site.sock`,
        place.startsWith('/') ? scheme + place : place,
      ] as const,
  );
  const tls = `:${port} {\n\ttls ${certificateFile} ${keyFile}\n`;
  const launched =
    name === 'caddy'
      ? await launchCaddy(dir, 'Caddyfile', [
          ['\tlog {\n', '\tauto_https off\n\tlog {\n'],
          ['www.exemple.fr {\n', `https://${CERTIFIED_HOST}${tls}`],
          ['\nexemple.fr {\n', `\nhttps://exemple.fr${tls}`],
          ['write 1m', `write ${writeTimeout}`],
          ...upstreams,
        ])
      : await launchNginx(dir, writeTimeout, [
          ['listen [::]:80;', ''],
          ['listen [::]:443 ssl;', ''],
          ['send_timeout 30s;', `send_timeout ${writeTimeout};`],
          ['/var/www/letsencrypt', dir],
          ['listen 80;', `listen 127.0.0.1:${plainPort};`],
          ...(await http2Of(`127.0.0.1:${port}`)),
          ['server_name www.exemple.fr;', `server_name ${CERTIFIED_HOST};`],
          ['/etc/letsencrypt/live/www.exemple.fr/fullchain.pem', certificateFile],
          ['/etc/letsencrypt/live/www.exemple.fr/privkey.pem', keyFile],
          ...upstreams,
        ]);
  const certificate = readFileSync(certificateFile, 'utf8');
  const visitor = (localAddress = '127.0.0.1') => makeVisitor(port, certificate, localAddress);
  const first = visitor();
  await until(async () => (await first.ask('/healthz')).status > 0, launched.output);
  first.close();
  let requests = '';
  return {
    port,
    dir,
    /** The port on which nginx listens without TLS; Caddy redirects by itself. */
    plainPort,
    /** The proxy's certificate, PEM. */
    certificate,
    /** Makes a visitor who comes from this address of 127.0.0.0/8. */
    visitor,
    /** Returns everything the proxy wrote: its output, and nginx's log of requests. */
    log: () => launched.output() + requests,
    async stop() {
      await launched.end();
      if (existsSync(requestLog)) requests = readFileSync(requestLog, 'utf8');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Starts a proxy that stops with the test; gives it and a visitor. */
export async function proxyForTest(...given: Parameters<typeof startProxy>) {
  const proxy = await startProxy(...given);
  const visitor = proxy.visitor();
  onTestFinished(async () => {
    visitor.close();
    await proxy.stop();
  });
  return { proxy, visitor };
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export type Visitor = ReturnType<typeof makeVisitor>;

/** Makes a client of a server that checks its certificate. */
function makeVisitor(port: number, ca: string, localAddress: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, ca });
  const server = { agent, host: '127.0.0.1', servername: CERTIFIED_HOST, port, localAddress };
  return {
    async ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
      const all = { host: `${CERTIFIED_HOST}:${port}`, ...headers };
      const sent = request({ ...server, path, method, headers: all }).end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
    },
    close: () => agent.destroy(),
  };
}

/** Makes the request of the form for a different message each time. */
export function contactRequest(label: string) {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: messageBody(label) };
}

type Changes = readonly (readonly [old: string, next: string])[];

/** Starts Caddy with a file of `deploy/` and these changes; it writes only below `dir`. */
export async function launchCaddy(
  dir: string,
  name: 'Caddyfile' | 'compose.Caddyfile',
  changes: Changes,
  settings: Record<string, string> = {},
): Promise<Launched> {
  const text = read(`deploy/${name}`);
  const file = join(dir, 'Caddyfile');
  const admin = name === 'Caddyfile' ? [['/var/lib/caddy', dir] as const] : [];
  await writeFile(file, replaceEach(text, [...changes, ...admin]));
  const env = { HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir, ...settings };
  return launch(await debianProgram('caddy'), ['run', '--config', file, '--adapter', 'caddyfile'], { env });
}

/** Has nginx listen here with HTTP/2, as its version says it: Debian 12 has 1.22. */
async function http2Of(address: string): Promise<Changes> {
  const [, minor] = /nginx\/1\.(\d+)/.exec(await output(await debianProgram('nginx'), ['-v'])) ?? [];
  return Number(minor) > 24
    ? [['listen 443 ssl;', `listen ${address} ssl;`]]
    : [
        ['listen 443 ssl;', `listen ${address} ssl http2;`],
        ['http2 on;', ''],
      ];
}

/** Starts nginx in the foreground with the `server` blocks of `deploy/`; it writes only below `dir`. */
async function launchNginx(dir: string, writeTimeout: string, changes: Changes): Promise<Launched> {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const lines = [
    'daemon off;',
    'worker_processes 1;',
    // deploy.md sets this value.
    'worker_rlimit_nofile 9000;',
    `pid ${dir}/nginx.pid;`,
    // More than Debian writes: no line of it may name a visitor.
    'error_log stderr info;',
    'events { worker_connections 4096; }',
    'http {',
    'types { text/html html; text/css css; text/javascript js; image/svg+xml svg; video/mp4 mp4; }',
    'default_type application/octet-stream;',
    `access_log ${dir}/access.log;`,
    `proxy_read_timeout ${writeTimeout};`,
    ...folders.map((folder) => `${folder}_temp_path ${dir}/${folder};`),
    replaceEach(read('deploy/nginx.conf'), changes),
    '}',
  ];
  const file = join(dir, 'nginx.conf');
  await writeFile(file, lines.join('\n'));
  return launch(await debianProgram('nginx'), ['-c', file, '-p', dir, '-e', 'stderr'], { cwd: dir });
}

/**
 * Replaces every occurrence of each text.
 * @throws Error when a text is missing: the file has changed, and the test has to follow
 */
export function replaceEach(text: string, changes: Changes): string {
  return changes.reduce((done, [old, next]) => {
    if (!done.includes(old)) throw new Error(`‘${old}’ is not there to be replaced`);
    return done.replaceAll(old, next);
  }, text);
}
