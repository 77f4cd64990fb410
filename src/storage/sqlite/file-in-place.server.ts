import { statSync } from 'node:fs';

/** What an error of a store has for its `code` when its file is no longer where it was opened. */
export const FILE_GONE_CODE = 'ERR_STORE_FILE_GONE';

class StoreFileGoneError extends Error {
  readonly code = FILE_GONE_CODE;

  constructor(file: string) {
    // All of them: one that ends later would take the new file's log along, by its name.
    super(
      `${file} was removed or replaced while it was open: stop every process of the site before you put it right`,
    );
  }
}

/** Tells a file from every other one of its system, whatever its name; undefined when there is none. */
export function fileIdentity(file: string): string | undefined {
  const status = statSync(file, { bigint: true, throwIfNoEntry: false });
  return status && `${status.dev} ${status.ino}`;
}

/**
 * Makes sure that a name still is that of the file that was opened: one that was removed or replaced stays open, and what SQLite
 * goes on writing into it is lost.
 * @throws an error with the code {@link FILE_GONE_CODE}
 */
export function requireInPlace(file: string, identity: string | undefined): void {
  if (fileIdentity(file) !== identity) throw new StoreFileGoneError(file);
}
