import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../support/root.ts';
import type { Instruction, Stage } from './container-file.ts';
import { operatorEnvironment, output } from './launched.ts';

const PACKAGES = /^apt-get update && apt-get install -y --no-install-recommends ([a-z0-9 -]+) && rm -rf /;

/** What was built: the folder that stands for `/` in the last stage, and the packages it asks of Debian. */
export interface Built {
  root: string;
  packages: string[];
}

/**
 * Follows the instructions of a container file with folders in place of images: copies what it copies, runs what it runs.
 * Debian's packages are not installed, only named; what `npm ci` alone would install is linked from where it did so already.
 * @param context the folder that is built from
 * @param work where each stage gets a folder
 */
export async function buildContainer(
  stages: readonly Stage[],
  context: string,
  work: string,
): Promise<Built> {
  const roots = new Map<string, string>();
  const packages: string[] = [];
  let root = '';
  for (const [index, stage] of stages.entries()) {
    root = join(work, stage.name ?? `stage-${index}`);
    if (stage.name) roots.set(stage.name, root);
    await mkdir(root, { recursive: true });
    let folder = '/';
    for (const instruction of stage.instructions) {
      if (instruction.name === 'WORKDIR') folder = instruction.text;
      await mkdir(join(root, folder), { recursive: true });
      if (instruction.name === 'COPY') await copy(instruction, join(root, folder), context, roots);
      if (instruction.name === 'RUN') packages.push(...(await run(instruction, root, folder)));
    }
  }
  return { root, packages };
}

async function copy(
  { text }: Instruction,
  folder: string,
  context: string,
  roots: Map<string, string>,
): Promise<void> {
  const [, stage, words = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(text) ?? [];
  const from = stage === undefined ? context : roots.get(stage);
  if (from === undefined) throw new Error(`No stage ‘${stage}’ comes before: COPY ${text}`);
  const paths = words.split(' ');
  const to = paths.pop() ?? '';
  for (const path of paths) {
    const target = to.endsWith('/') ? join(folder, to, path) : join(folder, to);
    await cp(join(from, path), target, { recursive: true, verbatimSymlinks: true });
  }
}

/** What npm installed; the caches that tools keep beside it change while they are copied. */
async function linkPackages(from: string, to: string): Promise<void> {
  const names = await readdir(from);
  const installed = names.filter((name) => /^(?!\.)|^\.(bin|package-lock\.json)$/.test(name));
  await mkdir(to, { recursive: true });
  // Links cannot lead to another disk.
  await output('cp', ['-al', ...installed.map((name) => join(from, name)), to]).catch(() =>
    cp(from, to, { recursive: true, verbatimSymlinks: true }),
  );
}

/** Absolute paths lead into the stage's folder; only root may give files away, others keep them. */
async function run({ text }: Instruction, root: string, folder: string): Promise<string[]> {
  const packages = PACKAGES.exec(text)?.[1]?.split(' ');
  if (packages) return packages;
  if (text === 'npm ci') {
    await linkPackages(join(ROOT, 'node_modules'), join(root, folder, 'node_modules'));
    return [];
  }
  const isRoot = process.getuid?.() === 0;
  const here = text
    .replaceAll(/(?<=\s)\//g, `${root}/`)
    .replace(/ && chown .*/, (chown) => (isRoot ? chown : ''));
  await output('sh', ['-c', here], {
    cwd: join(root, folder),
    // The whole environment: it may say how to reach the registry.
    env: { ...operatorEnvironment(), npm_config_prefer_offline: 'true' },
  });
  return [];
}
