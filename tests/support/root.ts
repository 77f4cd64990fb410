import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Reads a text file of the project. @param path seen from the root */
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
