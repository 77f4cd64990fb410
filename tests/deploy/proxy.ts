import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CERTIFIED_HOST, type CertificateFiles, makeCertificate } from '../support/certificate.ts';
import { type Launched, launch, until } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { debianProgram } from './debian-program.ts';
import { httpsClient } from './https-client.ts';

/** A reverse proxy in front of two ports of this machine, with TLS. */
export interface FrontServer {
  /** `https://localhost:port` */
  url: string;
  port: number;
  /** The port on which nginx listens without TLS; Caddy redirects by itself. */
  plainPort: number;
  /** The certificate it shows, PEM. */
  certificate: string;
  /** All it wrote until it was stopped: what it printed, and the log of requests that nginx keeps unless told otherwise. */
  log(): string;
  stop(): Promise<void>;
}

export const proxyNames = ['caddy', 'nginx'] as const;
export type ProxyName = (typeof proxyNames)[number];

interface ProxyFolder extends CertificateFiles {
  dir: string;
  port: number;
  plainPort: number;
}

/** Starts the proxy by the configuration of `deploy/`, changed in nothing but names, ports and certificate. */
export async function startProxy(name: ProxyName, ports: readonly [number, number]): Promise<FrontServer> {
  const folder = await prepareFolder();
  const launched = name === 'caddy' ? await startCaddy(folder, ports) : await startNginx(folder, ports);
  const certificate = readFileSync(folder.certificateFile, 'utf8');
  const client = httpsClient({ port: folder.port, certificate });
  await until(async () => (await client.ask('/healthz')).status > 0, launched.output);
  client.close();
  let requests = '';
  return {
    url: `https://${CERTIFIED_HOST}:${folder.port}`,
    port: folder.port,
    plainPort: folder.plainPort,
    certificate,
    log: () => launched.output() + requests,
    async stop() {
      await launched.end();
      if (name === 'nginx') requests = readFileSync(accessLog(folder.dir), 'utf8');
      await rm(folder.dir, { recursive: true, force: true });
    },
  };
}

async function prepareFolder(): Promise<ProxyFolder> {
  const dir = await mkdtemp(join(tmpdir(), 'vitrine-proxy-'));
  // nginx started by root works under another account.
  await chmod(dir, 0o755);
  return { dir, port: await freePort(), plainPort: await freePort(), ...(await makeCertificate(dir)) };
}

async function startCaddy({ dir, port, certificateFile, keyFile }: ProxyFolder, ports: readonly number[]) {
  const text = replaceEach(readFileSync(join(ROOT, 'deploy/Caddyfile'), 'utf8'), [
    ['\tlog {\n', '\tadmin off\n\tauto_https off\n\tlog {\n'],
    ['www.exemple.fr {\n', `https://${CERTIFIED_HOST}:${port} {\n\ttls ${certificateFile} ${keyFile}\n`],
    ['\nexemple.fr {\n', `\nhttps://exemple.fr:${port} {\n\ttls ${certificateFile} ${keyFile}\n`],
    ['127.0.0.1:3001', `127.0.0.1:${ports[0]}`],
    ['127.0.0.1:3002', `127.0.0.1:${ports[1]}`],
  ]);
  const file = join(dir, 'Caddyfile');
  await writeFile(file, text);
  const env = { HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir };
  return launch(await debianProgram('caddy'), ['run', '--config', file, '--adapter', 'caddyfile'], { env });
}

async function startNginx(folder: ProxyFolder, ports: readonly number[]) {
  const { dir, port, plainPort, certificateFile, keyFile } = folder;
  const site = replaceEach(readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8'), [
    ['listen [::]:80;', ''],
    ['listen [::]:443 ssl http2;', ''],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['server_name www.exemple.fr;', `server_name ${CERTIFIED_HOST};`],
    ['/etc/letsencrypt/live/www.exemple.fr/fullchain.pem', certificateFile],
    ['/etc/letsencrypt/live/www.exemple.fr/privkey.pem', keyFile],
    ['127.0.0.1:3001', `127.0.0.1:${ports[0]}`],
    ['127.0.0.1:3002', `127.0.0.1:${ports[1]}`],
  ]);
  return startNginxWith(dir, site);
}

const accessLog = (dir: string) => join(dir, 'access.log');

/** Starts nginx in the foreground with these `server` blocks, everything it writes below `dir`. */
async function startNginxWith(dir: string, site: string): Promise<Launched> {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const lines = [
    'daemon off;',
    'worker_processes 1;',
    `pid ${dir}/nginx.pid;`,
    'error_log stderr warn;',
    'events { worker_connections 1024; }',
    'http {',
    'types { text/html html; text/css css; text/javascript js; image/svg+xml svg; video/mp4 mp4; }',
    'default_type application/octet-stream;',
    `access_log ${accessLog(dir)};`,
    ...folders.map((folder) => `${folder}_temp_path ${dir}/${folder};`),
    site,
    '}',
  ];
  const file = join(dir, 'nginx.conf');
  await writeFile(file, lines.join('\n'));
  return launch(await debianProgram('nginx'), ['-c', file, '-p', dir, '-e', 'stderr'], { cwd: dir });
}

/**
 * Replaces every occurrence of each text.
 * @throws Error when one of them is not there: the file has changed and the test no longer means it
 */
export function replaceEach(text: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((done, [old, next]) => {
    if (!done.includes(old)) throw new Error(`‘${old}’ is not there to be replaced`);
    return done.replaceAll(old, next);
  }, text);
}
