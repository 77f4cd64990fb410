import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { filmToneOf } from '../colours/film-tone.ts';
import { studioFolder, studioPath } from '../setup/studio-folder.mjs';
import { type OpenPromise, readStudio } from './read.ts';
import type { Studio } from './schema.ts';
import { type Site, siteOf } from './site.ts';

/** Tells that a studio's folder cannot be built; each fault is a French line with file, line and field. */
export class StudioError extends Error {
  override name = 'StudioError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

export interface LoadedStudio {
  /** Absolute path of the folder. */
  path: string;
  studio: Studio;
  site: Site;
  open: readonly OpenPromise[];
}

/**
 * Reads a studio's folder and derives the site from it.
 * @param folder from the root of the project, or absolute
 * @throws StudioError
 */
export async function loadStudio(folder = studioFolder()): Promise<LoadedStudio> {
  const { studio, faults, open } = await readStudio(folder);
  if (!studio) throw new StudioError(faults);
  const path = studioPath(folder);
  return {
    path,
    studio,
    site: siteOf(studio, filmToneOf(`${path}/${studio.studio.pictures.film}`, studio.studio.colours)),
    open,
  };
}

/** Reads a studio's folder, or prints its faults and ends the program. */
export async function loadChecked(): Promise<LoadedStudio> {
  try {
    return await loadStudio();
  } catch (error) {
    if (!(error instanceof StudioError)) throw error;
    for (const fault of error.faults) process.stderr.write(`✗ ${fault}\n`);
    process.exit(1);
  }
}

/** Returns the name in the shipped profile, by which `doctor` recognises it on a running site. */
function exampleName(): string {
  return parse(readFileSync(studioPath('example/profile.yaml'), 'utf8')).name;
}

/** Writes the module that server and browser import as `#built/studio.js`. */
export function moduleOf({ site, open }: LoadedStudio): string {
  const values = { ...site, open, exampleName: exampleName() };
  const lines = Object.entries(values).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
  );
  return ['// @ts-nocheck: src/built-studio.d.ts has the types.', ...lines, ''].join('\n');
}

/**
 * Writes that module for a site in development. Removing the stamp makes the next start build again, since the module changed.
 */
export function writeModule(studio: LoadedStudio): void {
  mkdirSync('dist', { recursive: true });
  rmSync('dist/.built-from', { force: true });
  writeFileSync('dist/studio.js', moduleOf(studio));
}
