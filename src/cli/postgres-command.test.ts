import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { postgresCommand } from './postgres-command.ts';

const addressIn = (query: string) =>
  /--dbname='postgres:\/\/moi@db\.example\/site(.*?)'/.exec(
    postgresCommand('pg_dump', `postgres://moi:secret@db.example/site${query}`, 'site.dump'),
  )?.[1];

it.each([
  ['', ''],
  ['?sslmode=no-verify', '?sslmode=require'],
  ['?uselibpqcompat=true&sslmode=require', '?sslmode=require'],
  ['?uselibpqcompat=true', ''],
  ['?sslmode=verify-full&sslrootcert=/etc/ca.pem', '?sslmode=verify-full&sslrootcert=/etc/ca.pem'],
  ['?options=-c%20search_path%3Dsite&password=secret', '?options=-c%20search_path%3Dsite'],
])('gives the tools of PostgreSQL an address that they read (%s)', (query, given) => {
  expect(addressIn(query)).toBe(given);
});

it('keeps other accounts out of the copy, whatever the shell lets them do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-dump-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const tool = join(folder, 'pg_dump');
  await writeFile(
    tool,
    '#!/bin/sh\nfor word; do case $word in --file=*) echo copy > "$(echo "$word" | cut -d= -f2)";; esac; done\n',
  );
  await writeFile(join(folder, 'pg_restore'), '#!/bin/sh\n');
  for (const name of ['pg_dump', 'pg_restore']) await chmod(join(folder, name), 0o755);
  const file = join(folder, "l'été.dump");
  const command = postgresCommand('pg_dump', 'postgres://moi@db.example/site', file);
  execFileSync('sh', ['-c', `umask 022; PATH=${folder}:$PATH; ${command}`]);
  expect(await readFile(file, 'utf8')).toBe('copy\n');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
