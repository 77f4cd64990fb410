import { access, constants, open, realpath, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../config/config.server.ts';
import { CommandError } from '../failure.server.ts';
import { failures } from '../failure-words.ts';
import { moveIntoPlace, sqliteFile, sqliteFiles, unfinishedFile } from '../storage/files.server.ts';
import type { Dependencies } from './command.server.ts';
import { written } from './words.ts';

/**
 * Writes a result to the named file, or to standard output. The file appears once it is complete, readable by this account
 * alone; a failed command leaves none.
 * @throws CommandError see {@link checkTarget}
 */
export async function writeResult(
  { config, output, resolvePath }: Dependencies,
  name: string | undefined,
  force: boolean | undefined,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  if (name === undefined) {
    for await (const piece of pieces) output.raw(piece);
    return;
  }
  const file = resolvePath(name);
  await checkTarget(config, file, force);
  await using partial = await unfinishedFile(file, 'partial');
  {
    await using handle = await open(partial.path, 'wx', 0o600);
    await handle.writeFile(pieces);
  }
  await moveIntoPlace(partial.path, file);
  output.note(written(file));
}

/**
 * Refuses a file name that must not be written to. A device, a pipe, a folder or the store is never replaced.
 * @throws ENOENT if the folder is missing; CommandError `refused` if the file exists and may not be replaced, `failure` if the
 * folder is closed to this account
 */
export async function checkTarget(
  { dataDir }: Config,
  file: string,
  force: boolean | undefined,
): Promise<void> {
  const store = await realName(sqliteFile(dataDir));
  if (sqliteFiles(store).includes(await realName(file)))
    throw new CommandError('refused', failures.storeFile(file));
  await stat(dirname(file));
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile()) throw new CommandError('refused', failures.notAFile(file));
  if (found && !force) throw new CommandError('refused', failures.fileExists(file));
  await access(dirname(file), constants.W_OK | constants.X_OK).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'EACCES')
      throw new CommandError('failure', failures.closedFolder(dirname(file), accountName()));
  });
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's account need not have a name.
    return `${process.getuid?.()}`;
  }
}

/** Follows symbolic links, whether the file exists or not. */
async function realName(file: string): Promise<string> {
  const folder = await realpath(dirname(file)).catch(() => dirname(file));
  return realpath(file).catch(() => join(folder, basename(file)));
}
