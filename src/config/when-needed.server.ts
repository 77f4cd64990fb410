import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Gives a function that loads a package, or one file of it, the first time it is called: what a start does not need costs it
 * neither time nor memory.
 */
export function whenNeeded<T>(name: string): () => T {
  return () => require(name) as T;
}
