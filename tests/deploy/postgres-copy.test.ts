import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgresCommand } from '../../src/cli/postgres-command.ts';
import { readGuide } from './guide.ts';

/** Like the true one, it empties its file first. What it makes: everything, a part without saying so, or nothing. */
const PG_DUMP = `#!/bin/sh
for word; do case $word in --file=*) file=\${word#--file=};; esac; done
: >"$file"
case $MAKES in
  all) echo "the whole copy of today" >"$file";;
  part) echo "the whole" >"$file";;
  *) exit 1;;
esac
`;
const PG_RESTORE = `#!/bin/sh
for file; do :; done
grep -q today "$file"
`;

let folder: string;
let copies: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-copy-'));
  copies = join(folder, 'copies');
  mkdirSync(copies);
  for (const [name, script] of Object.entries({ pg_dump: PG_DUMP, pg_restore: PG_RESTORE })) {
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The command of the guide as systemd hands it to the shell, with its copies in a folder of this test. */
function commandOfTheGuide(): string {
  const unit = readGuide('scale-out.md').find(({ language }) => language === 'ini')?.text ?? '';
  const [, command = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? [];
  return command
    .replaceAll('%%', '%')
    .replaceAll('$$', () => '$')
    .replaceAll('/var/backups/vitrine', copies);
}

const today = `vitrine-${new Date().getDay() || 7}.dump`;
const commandOfTheProgram = () =>
  postgresCommand('pg_dump', 'postgres://moi@db.example/site', join(copies, today));

describe.each([
  ['docs/operations/scale-out.md', commandOfTheGuide],
  ['vitrine backup', commandOfTheProgram],
])('the copy of PostgreSQL as %s has it', (_where, command) => {
  const copy = (makes: string) =>
    spawnSync('/bin/sh', ['-c', command()], {
      env: { ...process.env, PATH: `${folder}:/usr/bin:/bin`, MAKES: makes },
    }).status;

  it('replaces the copy of last week by a whole one', () => {
    writeFileSync(join(copies, today), 'of last week');
    expect(copy('all')).toBe(0);
    expect(readdirSync(copies)).toEqual([today]);
    expect(readFileSync(join(copies, today), 'utf8')).toBe('the whole copy of today\n');
  });

  it.each(['nothing', 'part'])('keeps the copy of last week when pg_dump makes %s', (makes) => {
    writeFileSync(join(copies, today), 'of last week');
    expect(copy(makes)).toBe(1);
    expect(readdirSync(copies)).toEqual([today]);
    expect(readFileSync(join(copies, today), 'utf8')).toBe('of last week');
  });
});
