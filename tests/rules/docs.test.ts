import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.server.ts';
import { apiErrors } from '../../src/content/errors.ts';
import { commandPaths } from '../cli/command-paths.ts';
import { ROOT } from '../support/root.ts';
import { codeIn, configuredVariables, documents, inlineCodeIn } from './documents.ts';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const nothing = () => async () => {};
const program = createProgram({ plain: nothing, store: nothing });

/** Variables of the system that documents may name. */
const systemVariables = [
  'NO_COLOR',
  'EDITOR',
  'VISUAL',
  'NODE_ENV',
  'NODE_OPTIONS',
  'PATH',
  'TZ',
  'INIT_CWD',
  'MALLOC_ARENA_MAX',
  'MALLOC_TRIM_THRESHOLD_',
];

/** What `npm start` and `npm test` make: not in a fresh clone. */
const made = /^(dist|data|node_modules|test-results)(\/|$)/;

/** The scripts of package.json that a line runs. */
function scriptsIn(line: string): string[] {
  return [...line.matchAll(/\bnpm (?:run (?:--\S+ )*)?([a-z][\w:-]*)/g)]
    .filter(([whole, name = '']) => whole.startsWith('npm run') || ['start', 'test'].includes(name))
    .map(([, name = '']) => name);
}

/** What is wrong with the operator's command in a line, undefined when there is none or it is right. */
function wrongCommandIn(line: string): string | undefined {
  const words =
    /(?:npm run (?:--\S+ )*vitrine --|node src\/start-cli\.ts|^vitrine) (.+)/.exec(line)?.[1]?.split(/\s+/) ??
    [];
  let command = program;
  for (const word of words) {
    if (/^[#|>&;…]/.test(word)) break;
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (child) command = child;
    else if (word.startsWith('--') && word !== '--help') {
      const name = word.split('=')[0];
      if (!command.options.some(({ long }) => long === name)) return `${line}: ${word}`;
    } else if (
      command.registeredArguments.length === 0 &&
      command.commands.length > 0 &&
      /^[a-z][a-z-]*$/.test(word) &&
      word !== 'help'
    ) {
      return `${line}: ${word}`;
    }
  }
  return undefined;
}

/** A path of this repository, undefined for other code. */
function pathIn(code: string): string | undefined {
  const path = code.replace(/:\d+$/, '').replace(/\/$/, '');
  if (/[\s<>=(){}$…]/.test(path.replace(/\{[\w,.]+\}/g, '')) || made.test(path)) return undefined;
  const [first = ''] = path.split('/');
  const known = [
    'src',
    'tests',
    'docs',
    'scripts',
    'bench',
    'artwork',
    'public',
    'migrations',
    'deploy',
    'mutation',
    '.ci',
  ];
  const isRootFile =
    /^[\w.-]+\.(json|md|ts|mjs)$/.test(path) &&
    /^(package|tsconfig|biome|vite|vitest|playwright|knip|README|CONTRIBUTING)/.test(path);
  return known.includes(first) || isRootFile || path === '.env.example' ? path : undefined;
}

const docs = documents();

it('has documents to check', () => {
  expect(docs.map(({ path }) => path)).toContain('README.md');
  expect(docs.length).toBeGreaterThan(3);
});

describe.each(docs)('$path', ({ path, text }) => {
  it('runs only scripts that exist', () => {
    const named = codeIn(text).flatMap(scriptsIn);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names only commands and options that exist', () => {
    expect(codeIn(text).flatMap((line) => wrongCommandIn(line) ?? [])).toEqual([]);
  });

  it('names only files that exist', () => {
    const paths = inlineCodeIn(text).flatMap((code) => pathIn(code) ?? []);
    expect(paths.filter((name) => globSync(name, { cwd: ROOT }).length === 0)).toEqual([]);
  });

  it('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);
    const own = links.filter((target) => !/^(https?|mailto):/.test(target));
    expect(own.filter((target) => !existsSync(join(ROOT, dirname(path), target)))).toEqual([]);
  });

  it('names only variables that exist', () => {
    const known = new Set([...configuredVariables(), ...systemVariables, ...Object.keys(apiErrors)]);
    const named = inlineCodeIn(text).flatMap((code) => /^([A-Z]+(?:_[A-Z]+)+)(?:=|$)/.exec(code)?.[1] ?? []);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('the checks themselves', () => {
  it.each([
    'npm run vitrine -- messages lister',
    'npm run vitrine -- messages list --jsno',
    'npm run vitrine -- sauvegarde x.db',
    'vitrine outbox rety',
  ])('notice a wrong command: %s', (line) => expect(wrongCommandIn(line)).toBeDefined());

  it.each([
    'npm run vitrine -- messages list --json | jq',
    'npm run --silent vitrine -- doctor --json',
    'npm run vitrine -- --help',
    'npm run vitrine -- backup backups/today.db  # a note about it',
    'npm run vitrine -- messages show <id>',
    'npm start',
  ])('let a right one pass: %s', (line) => expect(wrongCommandIn(line)).toBeUndefined());

  it('notice scripts and paths', () => {
    expect(scriptsIn('npm run check && npm test')).toEqual(['check', 'test']);
    expect([pathIn('src/nowhere.ts'), pathIn('dist/x'), pathIn('npm start'), pathIn('.env.example')]).toEqual(
      ['src/nowhere.ts', undefined, undefined, '.env.example'],
    );
    expect(configuredVariables()).toContain('SITE_URL');
  });
});

it('docs/operations/monitoring.md explains every line that the program logs', () => {
  const manual = readFileSync(join(ROOT, 'docs/operations/monitoring.md'), 'utf8');
  const logged = globSync('src/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [
      ...readFileSync(join(ROOT, path), 'utf8').matchAll(
        /\blog(?:ger)?\.(?:info|warn|error)\((?:[^'`;]*,)?\s*'([^']+)'/g,
      ),
    ])
    .map(([, line = '']) => line);
  expect(logged.length).toBeGreaterThan(15);
  expect(logged.filter((line) => !manual.includes(`| \`${line}\` |`))).toEqual([]);
});

describe('docs/operations/command-line.md', () => {
  const manual = readFileSync(join(ROOT, 'docs/operations/command-line.md'), 'utf8');

  it.each(commandPaths())('describes %s', (path) => {
    expect(codeIn(manual).some((line) => line.includes(`vitrine -- ${path}`))).toBe(true);
  });

  it('describes every option', () => {
    const missing = commandPaths().flatMap((path) => {
      const command = path
        .split(' ')
        .reduce((parent, name) => parent.commands.find((child) => child.name() === name) ?? parent, program);
      return command.options
        .filter(({ long }) => long && !manual.includes(long))
        .map(({ long }) => `${path} ${long}`);
    });
    expect(missing).toEqual([]);
  });
});
