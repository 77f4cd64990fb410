import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { missingInDebian } from './debian-program.ts';
import { type DebianServer, debianServer } from './debian-server.ts';
import { commandsOf, readGuide } from './guide.ts';
import { contactRequest } from './https-client.ts';
import { output } from './launched.ts';

const ELSEWHERE = ['nginx instead of Caddy', 'A container instead'];

/** Of certbot 2.1.0's commands and options, those that a guide may need. */
const CERTBOT = [
  ...['certonly', 'certificates', 'delete', 'renew'],
  ...[
    '-d',
    '-w',
    '--cert-name',
    '--deploy-hook',
    '--dry-run',
    '--force-renewal',
    '--standalone',
    '--webroot',
  ],
];

let server: DebianServer;
let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
  server = await debianServer({ 'smtps://contact:motdepasse@mail.exemple.fr:465': sink.url });
  for (const block of readGuide('deploy.md').filter(({ heading }) => !ELSEWHERE.includes(heading)))
    await server.follow(block);
}, 120_000);

afterAll(async () => {
  await server?.remove();
  await sink?.stop();
});

const urlOf = (index: 0 | 1) => `http://127.0.0.1:${server.ports[index]}`;

async function send(name: string): Promise<unknown> {
  const { method = '', headers = {}, body = '' } = contactRequest(name);
  return (await fetch(`${urlOf(0)}/graphql`, { method, headers, body })).json();
}

const accepted = { data: { postContactForm: { isSend: true } } };

describe('docs/operations/deploy.md, typed on a new server', () => {
  it('ends with two processes that are ready, on one store', async () => {
    for (const index of [0, 1] as const) expect((await fetch(`${urlOf(index)}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${urlOf(1)}/robots.txt`)).text()).toContain(
      'https://www.exemple.fr/sitemap.xml',
    );
    expect(existsSync(join(server.root, 'var/lib/vitrine/vitrine.db'))).toBe(true);
  });

  it('keeps the settings from everybody but root and the service', () => {
    expect(statSync(join(server.root, 'etc/vitrine.env')).mode & 0o777).toBe(0o640);
  });

  it('takes messages, and their mails reach the studio', async () => {
    expect(server.printed.get('vitrine mail test')).toMatch(/\S/);
    expect(await send('guide')).toEqual(accepted);
    await sink.waitFor(({ raw }) => raw.includes('essai-guide@example.org'));
  });

  it('doctor finds the machine, the profile, the store and the mail server in order', () => {
    const lines = (server.printed.get('vitrine doctor') ?? '').split('\n');
    for (const name of ['Node', 'Profil', 'Base de données', 'Serveur de messagerie', 'Proxy'])
      expect(
        lines.find((line) => line.includes(name)),
        name,
      ).toContain('✓');
  });

  it('has a command that works with the short PATH of cron', async () => {
    const env = { PATH: '/usr/bin:/bin' };
    expect(await output(join(server.root, 'usr/local/bin/vitrine'), ['version'], { env })).toMatch(/\S/);
  });

  it('names packages that Debian has, in every section', async () => {
    const names = readGuide('deploy.md')
      .flatMap(commandsOf)
      .filter((command) => command.startsWith('apt-get install'))
      .flatMap((command) => command.split(' ').slice(4));
    expect(names).toEqual([
      'ca-certificates',
      'git',
      'nodejs',
      'npm',
      'libatomic1',
      'caddy',
      'nginx',
      'certbot',
    ]);
    expect(await missingInDebian(names)).toEqual([]);
  });

  it('asks of certbot what that of Debian 12 knows (2.1.0)', () => {
    const asked = readGuide('deploy.md')
      .flatMap(commandsOf)
      .filter((command) => command.startsWith('certbot '))
      .flatMap((command) => [command.split(' ')[1] ?? '', ...(command.match(/(?<= )--?[a-z-]+/g) ?? [])]);
    expect(asked).toContain('certonly');
    expect(asked.filter((word) => !CERTBOT.includes(word))).toEqual([]);
  });

  it('types nothing in the other sections that was not looked at', () => {
    const commands = readGuide('deploy.md')
      .filter(({ heading, language }) => ELSEWHERE.includes(heading) && language === 'sh')
      .flatMap(commandsOf)
      .map((command) => command.split(' ').slice(0, 2).join(' '));
    expect(commands).toEqual([
      'apt-get install',
      'systemctl stop',
      'mkdir -p',
      'certbot certonly',
      'cp deploy/nginx.conf',
      'ln -sfn',
      'nginx -t',
      'systemctl start',
      'certbot certonly',
      'docker compose',
      'docker compose',
      'docker compose',
      'docker compose',
      'docker compose',
      'docker compose',
      'docker compose',
    ]);
  });
});

describe('then docs/operations/backup.md and upgrade.md', () => {
  it('a backup is taken, older files go (DATA-1), and a restore brings its messages back and no later one', async () => {
    const blocks = readGuide('backup.md');
    const forgotten = join(server.root, 'var/backups/vitrine/before-1.db');
    writeFileSync(forgotten, '');
    const nineDaysAgo = Date.now() / 1000 - 9 * 86_400;
    utimesSync(forgotten, nineDaysAgo, nineDaysAgo);
    for (const block of blocks.slice(0, 2)) await server.follow(block);
    const copies = readdirSync(join(server.root, 'var/backups/vitrine')).sort();
    expect(copies).toEqual(['by-hand.db', expect.stringMatching(/^vitrine-[1-7]\.db$/)]);
    expect(await send('plus-tard')).toEqual(accepted);
    for (const block of blocks.slice(2)) await server.follow(block);
    expect((await fetch(`${urlOf(0)}/readyz`)).status).toBe(200);
    await server.follow({ language: 'sh', text: 'vitrine messages list --json\n', file: '', heading: '' });
    const listed = server.printed.get('vitrine messages list --json');
    expect(listed).toContain('essai-guide@example.org');
    expect(listed).not.toContain('essai-plus-tard@example.org');
  }, 60_000);

  it('a new release takes over, the files of the former one stay, and the way back works', async () => {
    writeFileSync(join(server.root, 'opt/vitrine/releases/1/dist/client/assets/of-the-former.js'), '');
    const former = assetsOf('1');
    for (const block of readGuide('upgrade.md')) await server.follow(block);
    expect(assetsOf('2')).toEqual(expect.arrayContaining(former));
    expect(server.printed.get('vitrine version')).toContain(
      JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
    );
    for (const index of [0, 1] as const) expect((await fetch(`${urlOf(index)}/readyz`)).status).toBe(200);
    expect(readlinkSync(join(server.root, 'opt/vitrine/current'))).toMatch(/releases\/1$/);
    expect(statSync(join(server.root, 'opt/vitrine/releases/2', 'messages.csv')).mode & 0o777).toBe(0o600);
  }, 300_000);
});

function assetsOf(release: string): string[] {
  return readdirSync(join(server.root, 'opt/vitrine/releases', release, 'dist/client/assets'));
}
