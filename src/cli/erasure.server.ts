import type { Erasure } from '../contact/messages.server.ts';
import { erasureWords as words } from '../content/cli-person.ts';
import { isDiskFull } from '../storage/errors.server.ts';
import type { Traces } from '../storage/scrubbing.server.ts';
import type { Dependencies, StoreDependencies } from './command.server.ts';
import { type ExitCode, exitCodes } from './failure.server.ts';
import { keptStores } from './store-access.server.ts';

/**
 * Reports an erasure and its limits: bytes in the store's files, sent mails, backups, stores that were kept.
 * @returns the exit code
 */
export async function reportErasure(
  dependencies: StoreDependencies,
  { messages, mails, traces }: Erasure,
): Promise<ExitCode> {
  const { storage, output } = dependencies;
  output.note(words.erased(messages, mails.notSent));
  if (mails.sending > 0) output.note(words.sending(mails.sending));
  let exitCode: ExitCode = exitCodes.ok;
  if (!traces.left) output.note(words.bytes.gone);
  else if (storage.engine === 'postgres' && traces.failure === undefined) output.note(words.bytes.postgres);
  else exitCode = reportTraces(dependencies, traces);
  output.note(words.elsewhere);
  await noteKeptStores(dependencies);
  return exitCode;
}

/**
 * Reports bytes of erased rows that are still in the store's files.
 * @returns `unavailable` if the store could not be rewritten, else `ok`
 */
export function reportTraces({ output, config }: Dependencies, { left, failure }: Traces): ExitCode {
  if (failure === undefined) {
    if (left) output.note(words.bytes.left);
    return exitCodes.ok;
  }
  const why = isDiskFull(failure, config.dataDir) ? words.bytes.fullDisk : (failure as Error).message;
  output.note(words.bytes.failed(why));
  return exitCodes.unavailable;
}

/** Names the kept stores, which no `person` command reaches. */
export async function noteKeptStores({ output, config }: Dependencies): Promise<void> {
  for (const { path, inUse } of await keptStores(config))
    output.note(inUse ? words.keptStoreInUse(path) : words.keptStore(path));
}
