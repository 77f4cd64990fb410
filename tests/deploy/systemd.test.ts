import { chmodSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runHere } from '../cli/run-here.ts';
import { operatorEnvironment, output } from '../support/launched.ts';
import { ROOT, read } from '../support/root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { debianProgram } from './debian-program.ts';
import { readGuide } from './guide.ts';
import { replaceEach } from './proxy.ts';

const units = readdirSync(join(ROOT, 'deploy')).filter((name) => /\.(service|timer)$/.test(name));

let analyze: string;
/** Environment in which an unpacked package finds its own library. */
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  analyze = await debianProgram('systemd');
  env = { ...operatorEnvironment(), LD_LIBRARY_PATH: join(analyze, '../../lib/x86_64-linux-gnu/systemd') };
});

it('R9, V2: the containers are closed, keep what they store, and have the time that a stop takes', () => {
  const { caddy, site } = parse(read('compose.yaml')).services;
  const environment = { HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data', TRUST_PROXY: '1' };
  const outside = { ports: ['127.0.0.1:3000:3000'], volumes: ['data:/data'], stop_grace_period: '30s' };
  const build = { context: '.', dockerfile: 'deploy/Dockerfile' };
  const given = { environment, env_file: '.env', build, tmpfs: ['/tmp'], mem_limit: '1g' };
  expect(site).toMatchObject({ ...given, ...outside });
  expect(caddy).toMatchObject({
    network_mode: 'host',
    depends_on: { site: { condition: 'service_healthy' } },
    cap_add: ['NET_BIND_SERVICE'],
    environment: {
      SITE_URL: expect.stringContaining('{SITE_URL:?'),
      ALIAS: expect.stringContaining(':-http://'),
    },
    volumes: ['./deploy/compose.Caddyfile:/etc/caddy/Caddyfile:ro', 'caddy:/data'],
  });
  const closed = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
  for (const each of [caddy, site]) expect(each).toMatchObject({ ...closed, restart: 'unless-stopped' });
  const image = read('deploy/Dockerfile');
  expect(image).toMatch(/ libatomic1 .*^RUN install -d -m 700 -o 10001 -g 10001 \/data$/ms);
  expect(image).toMatch(/^ENV PATH=\/app\/node_modules\/node\/bin:/m);
  expect(image).toMatch(/ HOST=0\.0\.0\.0 PORT=3000 DATA_DIR=\/data$.*^USER 10001:10001\nVOLUME \/data$/ms);
  expect(image).toMatch(/^HEALTHCHECK .*"deploy\/health\.mjs", "\/healthz"\]$/m);
});

describe('the units for systemd', () => {
  it('are understood to the last line', async () => {
    const dir = await temporaryFolder();
    const paths = units.map((name) => {
      const path = join(dir, name);
      const text = read(`deploy/${name}`).replaceAll('/opt/vitrine/current', ROOT);
      writeFileSync(path, text);
      return path.replace('@.service', '@3001.service');
    });
    expect(paths).toHaveLength(3);
    // The guides add these lines to a unit.
    const added = readGuide('docs/operations/replication.md').filter(({ language }) => language === 'ini');
    for (const { file, text } of added) {
      const [unit = ''] = /vitrine-backup\.\w+/.exec(file) ?? [];
      mkdirSync(join(dir, `${unit}.d`));
      writeFileSync(join(dir, `${unit}.d/added.conf`), text.replace('/usr/bin/rsync', '/bin/true'));
    }
    expect(added).toHaveLength(2);
    const said = await output(analyze, ['verify', '--man=no', '--generators=no', ...paths], { env });
    expect(said.split('\n').filter((line) => line.includes('vitrine'))).toEqual([]);
  });

  const health = '/opt/vitrine/current/node_modules/node/bin/node deploy/health.mjs /readyz 30';
  it.each([
    ['vitrine@.service', 'Restart=always & RestartSec=1 & StartLimitIntervalSec=0 & OOMScoreAdjust=-500'],
    ['vitrine@.service', 'StateDirectory=vitrine & StateDirectoryMode=0700 & SystemCallErrorNumber=EPERM'],
    ['vitrine@.service', 'WorkingDirectory=/opt/vitrine/current & MemoryMax=1G & WantedBy=multi-user.target'],
    ['vitrine@.service', `ExecStartPost=${health}`],
    ['vitrine-backup.service', 'Type=oneshot & User=vitrine & Environment=VITRINE_COMMAND=vitrine'],
    ['vitrine-backup.service', 'WorkingDirectory=/opt/vitrine/current'],
    ['vitrine-backup.service', 'ReadWritePaths=/var/lib/vitrine /var/backups/vitrine'],
    ['vitrine-backup.timer', 'OnCalendar=*-*-* 04:10 & Persistent=true & WantedBy=timers.target'],
  ])('%s works after an outage of any length, and may write: %s', (name, settings) => {
    const unit = read(`deploy/${name}`);
    expect(settings.split(' & ').filter((setting) => !unit.includes(`\n${setting}\n`))).toEqual([]);
  });

  it.each([
    ['exited', '0', ['new', 'this']],
    ['exited', '1', ['new', 'ten days', 'this']],
    ['exited', '4', ['new', 'ten days', 'thirty days', 'this']],
    ['killed', 'KILL', ['new', 'ten days', 'thirty days', 'this']],
  ])(
    'DATA-1, R10: copy the store, and delete copies of a week, of four after a failure, none in doubt (%s %s)',
    async (how, code, left) => {
      const [dir, data] = [await temporaryFolder(), await temporaryFolder()];
      const made = { new: 0, 'ten days': 10, 'thirty days': 30 };
      for (const [name, days] of Object.entries(made)) {
        writeFileSync(join(dir, name), '');
        const seconds = Date.now() / 1000 - days * 86_400;
        utimesSync(join(dir, name), seconds, seconds);
      }
      const unit = read('deploy/vitrine-backup.service');
      const ended = { EXIT_CODE: how, EXIT_STATUS: code, DATA_DIR: data, PATH: process.env['PATH'] };
      const run = (line: string) => {
        const command = RegExp(`^${line}=(.*)$`, 'm').exec(unit)?.[1] ?? 'false';
        const here = command.replaceAll('$$', '$').replace('%%', '%').replaceAll('/var/backups/vitrine', dir);
        return output('sh', ['-c', here], { cwd: ROOT, env: ended });
      };
      expect(await runHere(['advanced', 'migrate'], { DATA_DIR: data })).toMatchObject({ code: 0 });
      await run('ExecStart');
      // systemd runs this line after a success alone.
      if (how === 'exited' && code === '0') await run('ExecStartPost');
      await run('ExecStopPost');
      const isToday = (name: string) => /^vitrine-[1-7]\.db$/.test(name);
      expect(
        readdirSync(dir)
          .map((name) => (isToday(name) ? 'this' : name))
          .sort(),
      ).toEqual(left);
    },
  );

  it('V2: leave no place where another account could stand in for the site, invent a visitor’s address or read the metrics', () => {
    const unit = read('deploy/vitrine@.service');
    expect(unit).toMatch(/^RuntimeDirectory=vitrine\/%i$/m);
    expect(unit).toMatch(/^RuntimeDirectoryMode=0750$/m);
    const [, group = ''] = /^ExecStartPre=\+\/usr\/bin\/chgrp (\S+) \/run\/vitrine\/%i$/m.exec(unit) ?? [];
    const guide = readGuide('docs/operations/deploy.md')
      .map(({ text }) => text)
      .join('');
    for (const account of ['caddy', 'www-data']) expect(guide).toContain(`usermod -aG ${group} ${account}`);
    // The site's group may read the settings.
    expect(guide).toContain('-g vitrine -m 0640');
    expect(group).not.toBe('vitrine');
    const [, socket = ''] = /SOCKET=(\S+)/.exec(unit) ?? [];
    expect(socket).toMatch(/^\/run\/vitrine\/%i\//);
    for (const proxy of ['deploy/Caddyfile', 'deploy/nginx.conf'].map(read)) {
      for (const port of ['3001', '3002']) expect(proxy).toContain(socket.replace('%i', port));
      expect(proxy).not.toMatch(/127\.0\.0\.1|localhost/);
    }
    expect(read('deploy/Caddyfile')).toContain('admin unix//var/lib/caddy/');
  });

  it('P6: the operator’s command runs where and as it should, and leaves no word in the journal, as PAM would', async () => {
    const dir = await temporaryFolder();
    const [current, next, command] = [join(dir, 'current'), join(dir, 'next'), join(dir, 'vitrine')];
    for (const path of [
      ...['current', 'next'].map((place) => `${place}/node_modules/node/bin/node`),
      'current/deploy/release',
    ]) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      const said =
        '#!/bin/sh\necho "$PWD $INIT_CWD $VITRINE_COMMAND: $(basename "$0") $* as $(id -un) $(id -Gn)"';
      writeFileSync(join(dir, path), said, { mode: 0o755 });
    }
    const text = replaceEach(read('deploy/vitrine'), [
      ['/opt/vitrine/current', current],
      ['--reuid=vitrine --regid=vitrine ', '--reuid=nobody --regid=nogroup '],
    ]);
    expect(text.replace(/^#.*$/gm, '')).not.toMatch(/\b(runuser|su|sudo|systemd-run|logger)\b/);
    writeFileSync(command, text, { mode: 0o755 });
    chmodSync(dir, 0o755);
    const own = (await output('sh', ['-c', 'echo $(id -un) $(id -Gn)'])).trim();
    const account = process.getuid?.() === 0 ? 'nobody nogroup' : own;
    const run = (words: string[], settings = {}) => output(command, words, { cwd: dir, env: settings });
    const asked = `${dir} vitrine: node src/start-cli.ts doctor --content as ${account}\n`;
    expect(await run(['doctor', '--content'])).toBe(`${current} ${asked}`);
    expect(await run(['doctor', '--content'], { VITRINE_AT: next })).toBe(`${next} ${asked}`);
    expect(await run(['release', '0.3'])).toBe(`${dir}  : release 0.3 as ${own}\n`);
    expect(await run(['--help'])).toMatch(/: vitrine release <.*start-cli\.ts --help as .*\n$/s);
    expect(await run(['restart', 'now'])).toBe(`${dir}  : release --restart now as ${own}\n`);
  });

  it('V2: confine the site but for what it needs, and the copy', async () => {
    const isOpen = async (unit: string) => {
      const words = ['security', '--offline=true', '--no-pager', '--json=short', join(ROOT, 'deploy', unit)];
      const found: { name: string; set: boolean }[] = JSON.parse(await output(analyze, words, { env }));
      expect(found.length).toBeGreaterThan(50);
      return found.filter(({ set }) => !set).map(({ name }) => name.replace(/=.*/, ''));
    };
    const needed =
      'RootDirectory PrivateMounts MemoryDenyWriteExecute PrivateNetwork DeviceAllow IPAddressDeny';
    const sockets = ['RestrictAddressFamilies', 'RestrictAddressFamilies'];
    const left = (await isOpen('vitrine@.service')).filter((name) => !needed.split(' ').includes(name));
    expect(left, 'AF_UNIX and AF_INET').toEqual(sockets);
    const closed =
      'User ProtectSystem ProtectHome PrivateTmp PrivateDevices NoNewPrivileges UMask CapabilityBoundingSet';
    const copy = await isOpen('vitrine-backup.service');
    expect(closed.split(' ').filter((name) => copy.includes(name))).toEqual([]);
  });
});
