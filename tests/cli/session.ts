import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished, vi } from 'vitest';
import { DAY_MS } from '../../src/config/clock.ts';
import { type CommandResult, runToEnd } from '../support/launched.ts';
import { heldBack } from '../support/ordinary-account.ts';
import { ROOT } from '../support/root.ts';
import { numbered, typed } from '../support/signs.ts';
import { expectTranscript, type Typist } from '../support/transcript.ts';
import { runHere } from './run-here.ts';
import { createTestStore, type TestStore } from './test-store.ts';

/** The instant of every session. */
const NOW = Date.parse('2026-11-29T09:30Z');

const HOUR_MS = 3_600_000;

/** Variables of a session: `$NAME` in its lines, and settings of its commands. */
type Variables = Record<string, string>;

/** Words that no shell has, by name; each gets the rest of its line. */
type Words = Record<string, (rest: string, env: Variables) => Promise<Partial<CommandResult>>>;

const PROGRAM = `'${process.execPath}' --import 'data:text/javascript,Date.now=()=>${NOW}' '${ROOT}/src/start-cli.ts'`;
/** Functions of the shell for lines with its signs; `guest` is an account that file modes restrict. */
const FUNCTIONS = `vitrine() { ${PROGRAM} "$@"; }; guest() { ${heldBack.join(' ')} ${PROGRAM} "$@"; }`;

const SIMPLE = /^((?:[A-Z_]+=(?:'[^']*'|\S)* )*)(\S+) ?(.*)$/;

/**
 * Types an approved session of this folder at one instant, each section on a store of its own, and in its folder. Beside the
 * commands of a shell, `add` stores a message of some days ago (`$ID`), `sql` changes the store, `in-use` types a line while a site has
 * the store open, and `doctor` shows only the findings with these signs.
 */
export async function expectSession(
  name: string,
  prepare: (store: TestStore) => Promise<[Variables?, Words?]> = async () => [],
): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  await expectTranscript(join(import.meta.dirname, name), async () => {
    vi.unstubAllEnvs();
    const store = await createTestStore();
    onTestFinished(store.remove);
    return typistOn(store, ...(await prepare(store)));
  });
}

function typistOn(store: TestStore, variables: Variables = {}, more: Words = {}): Typist {
  const cwd = store.file('.');
  const own: Variables = { ...variables, DATA_DIR: store.dataDir, INIT_CWD: cwd, PWD: cwd, TMPDIR: cwd };
  Object.assign(own, { CLI: `"${process.execPath}" "${ROOT}/src/start-cli.ts"`, PID: `${process.pid}` });
  // Node reads this variable of the process alone.
  vi.stubEnv('TMPDIR', cwd);
  const words: Words = {
    ...more,
    vitrine: (rest, env) => runHere(wordsIn(rest), env),
    'in-use': (rest, env) => store.whileInUse(() => run(rest, env)),
    add: async (rest) => {
      const { as = 'ID', days = 0, hours = 0, times = 1, ...message } = JSON.parse(rest);
      const at = NOW - days * DAY_MS - hours * HOUR_MS;
      for (let turn = 0; turn < times; turn += 1) {
        const text = times > 1 ? { message: `Message ${turn}` } : message;
        [own[as] = ''] = await store.add({ at, message: text });
      }
      return {};
    },
    sql: async (statement, env) => {
      const file = join(env['DATA_DIR'] ?? '', 'vitrine.db');
      using db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
      const rows = db.prepare(statement).all();
      return { stdout: rows.map((row) => `${Object.values(row).join(' | ')}\n`).join('') };
    },
    doctor: async (part, env) => {
      const { code, stdout } = await runHere(['doctor'], env);
      const findings = stdout.split(/^(?=\S)/m).filter((finding) => finding.includes(part));
      return { code, stdout: findings.join('') };
    },
  };
  /** Runs a line: a word alone here, all else in a shell. */
  async function run(line: string, given: Variables): Promise<Partial<CommandResult>> {
    const [, settings = '', word = '', rest = ''] = SIMPLE.exec(line) ?? [];
    const env = { ...given, ...Object.fromEntries(wordsIn(settings).map((each) => each.split(/=(.*)/))) };
    const forShell = word === 'vitrine' && /[|<>;&*("]/.test(rest.replace(/'[^']*'/g, ''));
    if (words[word] && !forShell) return words[word](rest, env);
    const shell = { cwd, env: { ...given, PATH: process.env['PATH'] } };
    return runToEnd('sh', ['-c', `${FUNCTIONS}\n${line}`], shell);
  }
  return async (line) => {
    const meant = typed(line).replace(/\$([A-Z]+)/g, (whole, name) => own[name] ?? whole);
    const { code = 0, stdout = '', stderr = '' } = await run(meant, own);
    return { code, stdout: masked(stdout, cwd), stderr: masked(stderr, cwd) };
  };
}

/** Returns the words of a line; one in single quotes may hold blanks. */
function wordsIn(line: string): string[] {
  return Array.from(line.matchAll(/(?:'[^']*'|\S)+/g), ([word]) => word.replaceAll("'", ''));
}

/** Hides what differs from one run, or one machine, to the next, and shows signs that cannot be seen. */
function masked(text: string, folder: string): string {
  return text
    .replaceAll(folder, '/DOSSIER')
    .replace(/Le compte \S+,/g, 'Le compte COMPTE,')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})?/g, 'IDENTIFIANT')
    .replace(/[\d,]+\u00a0[kMG]o/g, 'TAILLE')
    .replace(/(127\.0\.0\.1:)\d+/g, '$1PORT')
    .replace(/\((ENOTFOUND|EAI_AGAIN)\)/g, '(ENOTFOUND)')
    .replace(/vitrine \d+\.\d+\.\d+(, [0-9a-f]{8})?( \(Node v26.*\))?$/gm, 'vitrine VERSION')
    .replace(/(?<=vitrine-profil-)\w+/g, 'X')
    .replace(/\.\d+\.(restoring|partial)/g, '.$1')
    .replace(/\d+ valeurs/g, 'NOMBRE valeurs')
    .replace(/^[✓!] (Base de données {2,})SQLite.*(\n {20,}→.*)?/gm, '$1…')
    .replace(/[^\P{C}\n\p{Co}]/gu, numbered);
}
