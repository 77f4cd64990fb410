import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverEnvironment } from '../../scripts/setup/server-environment.mjs';
import { serverFlags } from '../../scripts/setup/server-flags.mjs';
import { readConfig } from '../../src/config/config.server.ts';
import { parseSmtpUrl } from '../../src/mail/smtp-address.server.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { type Checkout, checkOut } from './checkout.ts';
import { type Built, buildContainer } from './container-build.ts';
import { commandOf, environmentOf, readStages, type Stage, textsOf } from './container-file.ts';
import { commandsOf, readGuide } from './guide.ts';
import { contactRequest } from './https-client.ts';
import { type Launched, launch, output, untilAnswers } from './launched.ts';

const stages = readStages(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'));
const last = stages.at(-1) as Stage;
const compose = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');

/** Libraries of Debian's slim image, and of the packages added to it. */
const libraries: Readonly<Record<string, RegExp>> = {
  base: /^(linux-vdso|ld-linux[\w-]*|lib(c|m|dl|pthread|rt|gcc_s|stdc\+\+))\.so/,
  libatomic1: /^libatomic\.so/,
};

let checkout: Checkout;
let work: string;
let built: Built;

beforeAll(async () => {
  checkout = await checkOut();
  work = await mkdtemp(join(tmpdir(), 'vitrine-image-'));
  await chmod(work, 0o755);
  built = await buildContainer(stages, checkout.dir, work);
}, 240_000);

afterAll(async () => {
  await checkout?.remove();
  if (work) await rm(work, { recursive: true, force: true });
});

describe('what the container file says', () => {
  it('runs as a numbered account that is not root, without a shell, with a health check', () => {
    expect(textsOf(last, 'USER')).toEqual(['10001:10001']);
    expect(commandOf(last, 'CMD')).toEqual(['node', ...serverFlags, 'src/start-server.ts']);
    const settings = textsOf(last, 'ENV').join(' ').split(/\s+/);
    const wanted = Object.entries(serverEnvironment).map(([name, value]) => `${name}=${value}`);
    expect(settings).toEqual(expect.arrayContaining(wanted));
    expect(commandOf(last, 'HEALTHCHECK')).toEqual(['node', 'deploy/health.mjs', '/healthz']);
    expect(textsOf(last, 'VOLUME')).toEqual(['/data']);
  });

  it('copies nothing that its ignore file keeps out, and no test', () => {
    const lines = readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n');
    expect(lines).toEqual(expect.arrayContaining(['*', '**/*.test.ts', '**/*.test.tsx']));
    const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const copied = stages
      .flatMap((stage) => textsOf(stage, 'COPY'))
      .filter((text) => !text.startsWith('--from'))
      .flatMap((text) => text.split(' ').slice(0, -1));
    expect([...new Set(copied)].sort()).toEqual([...allowed].sort());
  });

  it('is run by compose with a read-only root and no privilege, reachable from this machine only', () => {
    const [site = ''] = /^ {2}site:\n(?: {4}.*\n)+/m.exec(compose) ?? [];
    for (const line of ['read_only: true', '- no-new-privileges:true', '- data:/data'])
      expect(site).toContain(line);
    expect(site).toMatch(/cap_drop:\n +- ALL/);
    expect(compose).toContain(`- "127.0.0.1:3001:${environmentOf(last)['PORT']}"`);
    expect(compose).toContain(`dockerfile: deploy/Dockerfile`);
  });

  it('is given by every command the settings that compose puts into its file', () => {
    expect(compose).toContain('${');
    const guides = readdirSync(join(ROOT, 'docs/operations')).filter((name) => name.endsWith('.md'));
    const commands = [...guides.flatMap(readGuide).flatMap(commandsOf), ...compose.split('\n')].filter(
      (line) => /^(# )?docker compose .*compose\.yaml/.test(line),
    );
    expect(commands.length).toBeGreaterThan(3);
    // Of its own accord compose reads the .env beside its file, not the site's.
    expect(commands.filter((command) => !command.includes(' --env-file .env '))).toEqual([]);
  });

  it('is told of a password with a sign that compose would replace as every other start is', () => {
    expect(readFileSync(join(ROOT, '.env.example'), 'utf8')).toContain('%24 for $');
    const { smtpUrl = '' } = readConfig({ SMTP_URL: 'smtps://contact:mot%24passe@mail.exemple.fr' });
    expect(parseSmtpUrl(smtpUrl).credentials?.pass).toBe('mot$passe');
  });

  it('has PostgreSQL reached from where the settings say, else from this machine only', () => {
    expect(compose).toMatch(/^ +- "\$\{POSTGRES_ADDRESS:-127\.0\.0\.1\}:5432:5432"$/m);
  });
});

describe('what its steps build in an empty folder', () => {
  const app = () => join(built.root, 'app');

  it('holds production packages only', () => {
    for (const name of ['vite', 'react', 'typescript', '@playwright', 'vitest'])
      expect(existsSync(join(app(), 'node_modules', name)), name).toBe(false);
    for (const name of ['fastify', 'graphql', 'kysely'])
      expect(existsSync(join(app(), 'node_modules', name)), name).toBe(true);
  });

  it('asks of Debian every library that the pinned Node needs', async () => {
    const linked = await output('ldd', [join(app(), 'node_modules/node/bin/node')]);
    const names = linked
      .split('\n')
      .flatMap((line) => /^\s*(?:\S*\/)?([^/\s]+\.so\S*)/.exec(line)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(4);
    const known = ['base', ...built.packages].map((name) => libraries[name]);
    expect(names.filter((name) => !known.some((pattern) => pattern?.test(name)))).toEqual([]);
  });

  it('serves, keeps messages, answers its health check, and stops at SIGTERM, all without writing outside /data', async () => {
    const dataDir = join(built.root, 'data');
    const uid = process.getuid?.() === 0 ? Number(textsOf(last, 'USER')[0]?.split(':')[0]) : undefined;
    if (uid !== undefined) expect(statSync(dataDir).uid).toBe(uid);
    const env = {
      ...environmentOf(last),
      PATH: join(app(), 'node_modules/node/bin'),
      PORT: `${await freePort()}`,
      DATA_DIR: dataDir,
      TMPDIR: join(built.root, 'tmp'),
    };
    mkdirSync(env.TMPDIR);
    await output('chmod', ['a+rwx', env.TMPDIR]);
    await output('chmod', ['-R', 'a-w', app()]);
    const before = filesBelow(app());
    const inside = { cwd: app(), env, ...(uid === undefined ? {} : { uid }) };
    const [command = '', ...args] = commandOf(last, 'CMD');
    const site = launch(join(env.PATH, command), args, inside);
    const url = `http://127.0.0.1:${env.PORT}`;
    try {
      await untilAnswers(`${url}/readyz`, site);
      await visit(url);
      const [, ...check] = commandOf(last, 'HEALTHCHECK');
      expect(await exitCode(launch(join(env.PATH, 'node'), check, inside))).toBe(0);
      const listed = await output(
        join(env.PATH, 'node'),
        ['src/start-cli.ts', 'messages', 'list', '--json'],
        inside,
      );
      expect(listed).toContain('essai-conteneur@example.org');
    } finally {
      expect(await site.end(), site.output()).toBe(0);
    }
    const [, ...check] = commandOf(last, 'HEALTHCHECK');
    expect(await exitCode(launch(join(env.PATH, 'node'), check, inside))).toBe(1);
    expect(filesBelow(app())).toEqual(before);
    expect(filesBelow(env.TMPDIR)).toEqual([]);
  });

  it('is not built at all from a text that cannot be right', async () => {
    const file = 'src/content/identity.ts';
    const path = join(checkout.dir, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/phone: .*/, "phone: '04 65',"));
    const build = stages.filter(({ name }) => name === 'build');
    const refused = buildContainer(build, checkout.dir, join(work, 'refused'));
    await expect(refused).rejects.toThrow(`${file}, phone`);
  });
});

async function visit(url: string): Promise<void> {
  for (const path of ['/', '/contact', '/about', '/legal-mention', '/privacy']) {
    const answer = await fetch(url + path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(await answer.text()).toContain('<main');
  }
  const { method = '', headers = {}, body = '' } = contactRequest('conteneur');
  const answer = await fetch(`${url}/graphql`, { method, headers, body });
  expect(await answer.json()).toEqual({ data: { postContactForm: { isSend: true } } });
}

function exitCode({ process: child }: Launched): Promise<number | null> {
  return new Promise((settle) => child.on('exit', settle));
}

/** Every file with the time of its last change. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return `${path} ${statSync(path, { throwIfNoEntry: false })?.mtimeMs}`;
  });
}
