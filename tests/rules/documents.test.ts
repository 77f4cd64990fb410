import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { environmentVariables, readConfig } from '../../src/config/config.server.ts';
import { ROOT, read } from '../support/root.ts';

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe.each(globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }))('%s', (path) => {
  const text = read(path);

  it('links to files that exist, and names npm scripts that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => target);
    const files = links.filter((target) => !/^\w+:/.test(target));
    expect(files.filter((target) => !existsSync(join(ROOT, dirname(path), target)))).toEqual([]);
    const named = [...text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names files and folders of the repository that exist', () => {
    const paths = [...text.matchAll(/`((?:src|tests|scripts|deploy|migrations|artwork|bench)\/[\w./-]*)`/g)];
    const missing = paths.filter(([, named = '']) => !existsSync(join(ROOT, named)));
    expect(missing.map(([, named]) => named)).toEqual([]);
  });

  it('names what these files hold', () => {
    const held = [...text.matchAll(/`(\w+)`(?: and `(\w+)`)? (?:in|of) `(src\/[\w./-]+\.\w+)`/g)];
    const missing = held.flatMap(([, one, other, file = '']) =>
      [one, other].filter((name) => name && !read(file).includes(name)).map((name) => `${name} in ${file}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('.env.example', () => {
  const example = parseEnv(read('.env.example'));

  it('holds every variable, no other, with its default value', () => {
    expect(Object.keys(example).sort()).toEqual([...environmentVariables].sort());
    expect(readConfig(example)).toEqual(readConfig({}));
    // systemd reads this file too (deploy.md), and would keep a comment behind a value, or a quote.
    expect(read('.env.example')).not.toMatch(/^\w+=.*[#'"]/m);
  });

  it('is named in the README', () => {
    expect(environmentVariables.filter((name) => !read('README.md').includes(`\`${name}\``))).toEqual([]);
  });
});
