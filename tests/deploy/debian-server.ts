import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { freePort } from '../support/site.ts';
import { type Checkout, checkOutInstalled } from './checkout.ts';
import { debianProgram } from './debian-program.ts';
import { applyDiff, type Block, commandsOf, readGuide } from './guide.ts';
import { operatorEnvironment, output } from './launched.ts';

const SYSTEMCTL = resolve(import.meta.dirname, '../support/systemctl-child.ts');

/** Folders of a server that the guides write to. */
const FOLDERS = ['/opt/vitrine', '/etc/', '/var/lib/vitrine', '/var/backups/vitrine', '/usr/local/bin'];

/** What a guide may type; anything else would run for real. */
const KNOWN =
  /^(cd|git clone|npm run|ln|install|cp|systemctl|caddy validate|\(umask 077; vitrine|vitrine|apt-get|adduser|journalctl) /;

/** `doctor` leaves with 1: the name of the example leads nowhere. */
const MAY_FAIL = /^vitrine doctor/;

/** A folder that stands for `/` of a new Debian server: commands are typed as in a guide, absolute paths lead below it. */
export interface DebianServer {
  root: string;
  ports: readonly [number, number];
  /** Follows a block: edits its file, or types its commands; what each printed is added to `printed`. */
  follow(block: Block): Promise<void>;
  printed: Map<string, string>;
  /** Stops what still runs and removes everything. */
  remove(): Promise<void>;
}

/** @param replacements further texts of the guides that are different here */
export async function debianServer(replacements: Readonly<Record<string, string>>): Promise<DebianServer> {
  const root = await mkdtemp(join(tmpdir(), 'vitrine-server-'));
  const ports = [await freePort(), await freePort()] as const;
  const translate = (text: string) =>
    Object.entries({
      ...replacements,
      '/usr/sbin/runuser': `${root}/programs/runuser`,
      ...Object.fromEntries(FOLDERS.map((folder) => [folder, root + folder])),
      3001: String(ports[0]),
      3002: String(ports[1]),
    }).reduce((done, [from, to]) => done.replaceAll(from, to), text);
  const repository = await prepareRepository(translate);
  const state = join(root, 'run');
  for (const folder of [
    state,
    ...FOLDERS.map((path) => root + path),
    `${root}/etc/systemd/system`,
    `${root}/etc/caddy`,
  ])
    mkdirSync(folder, { recursive: true });
  const programs = await putPrograms(root, repository.dir, state);
  const path = [programs, `${root}/usr/local/bin`, dirname(process.execPath), process.env['PATH']].join(':');
  const env = { ...operatorEnvironment(), PATH: path };
  const printed = new Map<string, string>();
  let cwd = root;

  async function type(command: string): Promise<void> {
    if (!KNOWN.test(`${command} `))
      throw new Error(`The guide types what this test does not know: ${command}`);
    const here = translate(command);
    if (here.startsWith('cd ')) cwd = here.slice(3);
    else {
      const text = MAY_FAIL.test(command) ? `${here} || true` : here;
      printed.set(command, await output('sh', ['-c', text], { cwd, env }));
    }
  }

  return {
    root,
    ports,
    printed,
    async follow(block) {
      if (block.language === 'diff') applyDiff({ ...block, text: translate(block.text) }, root);
      else for (const command of commandsOf(block)) await type(command);
    },
    async remove() {
      for (const name of readdirSync(state).filter((file) => file.endsWith('.pid')))
        process.kill(Number(readFileSync(join(state, name), 'utf8')), 'SIGKILL');
      await repository.remove();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** What `git clone` gives: this project, its server files translated, and the profile that make-it-yours.md has one push. */
async function prepareRepository(translate: (text: string) => string): Promise<Checkout> {
  const repository = await checkOutInstalled();
  const deploy = join(repository.dir, 'deploy');
  for (const name of readdirSync(deploy)) {
    const file = join(deploy, name);
    writeFileSync(file, translate(readFileSync(file, 'utf8')));
  }
  for (const { file, language, text } of readGuide('make-it-yours.md'))
    if (language === 'json') writeFileSync(join(repository.dir, file), text);
  return repository;
}

/** Programs that would change the machine, or need one, do their part below the folder. */
async function putPrograms(root: string, repository: string, state: string): Promise<string> {
  const folder = join(root, 'programs');
  mkdirSync(folder);
  const node = process.execPath;
  const scripts: Readonly<Record<string, string>> = {
    git: `exec cp -a ${repository}/. "$3"`,
    runuser: 'shift 3; exec "$@"',
    systemctl: `exec ${node} ${SYSTEMCTL} ${root}/etc/systemd/system ${state} "$@"`,
    // Accounts of the guide do not exist here.
    install: `for word; do shift; case "$previous" in -o|-g) ;; *) case "$word" in -o|-g) ;; *) set -- "$@" "$word";; esac;; esac; previous=$word; done; exec /usr/bin/install "$@"`,
    'apt-get': 'echo "$@"',
    adduser: 'echo "$@"',
    journalctl: 'echo "$@"',
  };
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(folder, name), `#!/bin/sh\n${name === 'git' ? 'mkdir -p "$3"; ' : ''}${script}\n`, {
      mode: 0o755,
    });
  symlinkSync(await debianProgram('caddy'), join(folder, 'caddy'));
  return folder;
}
