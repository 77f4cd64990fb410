import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { CommanderError } from 'commander';
import Fastify from 'fastify';
import { describe, expect, inject, it } from 'vitest';
import { createProgram } from '../../src/cli/program.server.ts';
import { readConfig } from '../../src/config/config.server.ts';
import { registerMetrics } from '../../src/http/metrics.server.ts';
import { runHere } from '../cli/run-here.ts';
import { operatorEnvironment, output } from '../support/launched.ts';
import { createDatabase } from '../support/postgres.ts';
import { ROOT, read } from '../support/root.ts';
import { sinkForTest } from '../support/smtp-sink.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Block, readGuide } from './guide.ts';
import { replaceEach } from './proxy.ts';

const pages = ['README.md', ...globSync('docs/operations/*.md', { cwd: ROOT }).sort()];

/** Commands of `deploy/release`, which tests/deploy/release.test.ts runs. */
const ofRelease = /^(release( [\w-]+)?|restart)$/;

/** Finds the operator's command lines, in all ways to type one, up to a redirection, a comment or the next command. */
function commandsIn(text: string): string[] {
  const typed =
    /(?:(?:^|`|&& |; |\/usr\/local\/bin\/)vitrine|npm run vitrine --|src\/start-cli\.ts) ((?:[^\s#<>|&;)`]+ ?)+)/gm;
  return [...text.replace(/ +#.*$/gm, '').matchAll(typed)].map(([, words = '']) => words.trim());
}

/** Says what the command line refuses about these words. */
async function refusal(words: string): Promise<string | undefined> {
  const silent = { write: () => true } as unknown as NodeJS.WriteStream;
  const program = createProgram({ stdout: silent, stderr: silent }, async () => {});
  try {
    if (!ofRelease.test(words)) await program.parseAsync(words.split(/ +/), { from: 'user' });
    return undefined;
  } catch (error) {
    // Commander ends so after `--help` and `--version`.
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    return `${words}: ${(error as { code?: string }).code ?? error}`;
  }
}

const checks: Readonly<Record<string, (block: Block) => void | Promise<void>>> = {
  sh({ text }) {
    execFileSync('sh', ['-n'], { input: text });
    for (const [, unit = ''] of text.matchAll(
      /(?:^systemctl .*|\s)(vitrine(?:@\d+|-(?!proxy)\w+(?:\.\w+)?))\b/gm,
    ))
      expect(existsSync(join(ROOT, 'deploy', unit.replace(/@\d+$/, '@.service'))), unit).toBe(true);
  },
  cron({ text, file }) {
    expect(file).toMatch(/^\/etc\/cron\.d\/[\w-]+$/);
    for (const line of text.trim().split('\n')) {
      const [, account = '', command = ''] = /^(?:[\d*/]+ ){5}(\w+) (.+)$/.exec(line) ?? [];
      expect(account, line).toBe('vitrine');
      // cron reads this sign as the end of the line.
      expect(command).not.toContain('%');
      execFileSync('sh', ['-n'], { input: command });
    }
  },
  diff({ text, file }) {
    if (!['/etc/vitrine.env', ''].includes(file)) return;
    const added = parseEnv(text.replace(/^-.*|^\+/gm, ''));
    expect(Object.keys(added)).not.toEqual([]);
    for (const name of Object.keys(added)) expect(read('.env.example')).toContain(`\n${name}=\n`);
    readConfig(added);
  },
  ini({ text }) {
    // tests/deploy/systemd.test.ts reads the blocks for systemd.
    if (!text.startsWith('[')) readConfig(parseEnv(text));
  },
  // tests/deploy/monitoring.test.ts runs Caddy.
  caddy() {},
  json: ({ text }) => void JSON.parse(text),
  async yaml({ text }) {
    const status = { pending: 0, refused: 0, oldestSeconds: 0, stuck: false };
    const metrics = await registerMetrics(Fastify(), {
      outboxStatus: async () => status,
      writeWorks: async () => true,
    }).text();
    for (const [name] of text.matchAll(/\b(vitrine|process)_\w+/g))
      expect(metrics).toContain(`# TYPE ${name} `);
  },
};

describe.each(pages)('%s', (page) => {
  const blocks = readGuide(page);

  it('has blocks that can be pasted, and names files of the project that exist', async () => {
    for (const block of blocks) {
      await checks[block.language]?.(block);
      expect(Object.keys(checks), block.text).toContain(block.language);
      const named = block.text.match(/\b(?:deploy|src|scripts)\/[\w.@-]+/g) ?? [];
      expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    }
  });

  it('types commands and options that exist, in blocks and in sentences', async () => {
    const text = read(page);
    const inBlocks = blocks.flatMap((block) => commandsIn(block.text));
    const refused = await Promise.all(inBlocks.map(refusal));
    expect(refused.filter((words) => words !== undefined)).toEqual([]);
    // A sentence may name a command without its arguments.
    const inSentences = await Promise.all(commandsIn(text).map(refusal));
    expect(inSentences.filter((words) => words !== undefined && !words.endsWith('missingArgument'))).toEqual(
      [],
    );
  });
});

/** A block of only these programs is run here; those beside `vitrine` are stand-ins that answer. */
const runnable = /^\(?(umask 077; )?(vitrine|systemctl|journalctl|curl|ln|litestream|rsync|rm) /;

/** The operator's command as on a server, but with this account and folder. */
const vitrine = replaceEach(read('deploy/vitrine'), [
  ['/opt/vitrine/current/deploy/release', 'true'],
  ['/opt/vitrine/current', ROOT],
  ['setpriv --reuid=vitrine --regid=vitrine --init-groups ', ''],
]);

/** The first words of each block that no test types, and what stands for it. */
const notTyped = read('tests/deploy/not-typed.txt')
  .split('\n')
  .flatMap((line) => (/ → ./.test(line) && !line.startsWith('#') ? line.split(' → ', 1) : []));

it('R25: types every block of the guides, or says why not', () => {
  const left = pages.flatMap((page) => {
    const run = new Set(blocksToRun(page).map(({ text }) => text));
    return readGuide(page).filter(({ language, text }) => language === 'sh' && !run.has(text));
  });
  const entryOf = (text: string) => notTyped.find((words) => text.startsWith(words));
  expect(left.filter(({ text }) => !entryOf(text)).map(({ text }) => text)).toEqual([]);
  const used = new Set(left.map(({ text }) => entryOf(text)));
  expect(notTyped.filter((words) => !used.has(words))).toEqual([]);
});

it('R25: every command that the site, `doctor` or a refusal advises exists, and a test types it', async () => {
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  const advised = sources.flatMap((file) =>
    [...read(file).matchAll(/\$\{commandName\} ([a-z]+(?: (?:--)?[a-z]+| <[a-z]+>| -)*)/g)].map(
      ([, words = '']) => words.replaceAll(/<[a-z]+>/g, 'fichier'),
    ),
  );
  expect(advised.length).toBeGreaterThan(20);
  const refused = await Promise.all([...new Set(advised)].map(refusal));
  // A sentence goes on after the command, or names it without its arguments.
  expect(refused.filter((words) => words && !/(missing|excess)Argument/.test(words))).toEqual([]);
  const sessions = globSync('tests/cli/*.txt', { cwd: ROOT }).flatMap((file) => read(file).match(/^\$ .*/gm));
  const tests = [...sessions, ...globSync('tests/cli/*.test.ts', { cwd: ROOT }).map((file) => read(file))];
  const typed = tests.join(' ').replace(/[\s'",()[\]]+/g, ' ');
  const shortened = advised.map((words) => words.replace(/ fichier$| (les montre|dit laquelle|profil)$/, ''));
  expect(shortened.filter((words) => !typed.includes(` ${words} `))).toEqual([]);
});

const withCommands = pages.filter((page) => blocksToRun(page).length > 0);

function blocksToRun(page: string): Block[] {
  const blocks = readGuide(page).filter(({ language }) => language === 'sh');
  return blocks.filter(({ text }) =>
    text
      .trim()
      .split('\n')
      .every((line) => runnable.test(line)),
  );
}

it.each(withCommands)(
  '%s: its commands do what they say, one by one, on their own store',
  async (page) => {
    const dir = await temporaryFolder();
    const sink = await sinkForTest();
    const place = (path: string) => join(dir, path);
    for (const folder of ['bin', 'lib', 'backups', 'current', 'home']) mkdirSync(place(folder));
    writeFileSync(place('bin/vitrine'), vitrine, { mode: 0o755 });
    const fakes = {
      ...{ systemctl: '', journalctl: '', curl: '' },
      // These two programs bring a copy from elsewhere.
      rsync: `mkdir "$3"; cp ${place('backups')}/* "$3"`,
      litestream: `cp ${place('backups')}/before-20261126-180000.db "$3"`,
    };
    for (const [name, text] of Object.entries(fakes))
      writeFileSync(place(`bin/${name}`), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    const env = {
      ...operatorEnvironment(),
      PATH: `${place('bin')}:${process.env['PATH']}`,
      DATA_DIR: place('lib'),
      SMTP_URL: sink.url,
      TRUST_PROXY: '1',
    };
    const type = (text: string, settings = {}) =>
      output('sh', ['-ec', text], { cwd: place('home'), env: { ...env, ...settings } });
    for (const words of [
      ['advanced', 'migrate'],
      ['backup', place('backups/before-20261126-180000.db')],
    ])
      expect(await runHere(words, { DATA_DIR: place('lib') })).toMatchObject({ code: 0 });
    // On this page the store moves to PostgreSQL.
    const movesStore = page.endsWith('scale-out.md');
    const DATABASE_URL = movesStore ? await createDatabase(inject('postgresUrl')) : '';
    for (const { text } of blocksToRun(page)) {
      const here = text
        // `doctor` may find problems here, but no mistake of the guide.
        .replace(/^vitrine doctor(?= *(#|$))/gm, '$& || [ $? = 1 ]')
        .replaceAll('/var/lib/vitrine', place('lib'))
        .replaceAll('/var/backups/vitrine', place('backups'))
        .replaceAll('/opt/vitrine/', `${dir}/`)
        .replaceAll('/root/', `${place('home')}/`);
      await type(here, text.includes('restore') ? { DATABASE_URL } : {});
    }
  },
  120_000,
);
