import type { Config } from '../config/config.server.ts';
import { erasureWords as words } from '../content/cli-person.ts';
import { isDiskFull } from '../storage/errors.server.ts';
import type { Traces } from '../storage/scrubbing.server.ts';
import type { StoreDependencies } from './dependencies.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { keptStores } from './store-access.server.ts';

type Noting = Pick<StoreDependencies, 'storage' | 'output' | 'config'>;

/**
 * Names what an erasure did not reach: bytes in the store's files, mails and backups, stores that were kept.
 * @returns how the command ends: `unavailable` when the store could not be rewritten, which somebody has to see to
 */
export async function noteWhatIsLeft({ storage, output, config }: Noting, traces: Traces): Promise<ExitCode> {
  if (storage.engine === 'postgres') output.note(words.bytes.postgres);
  else output.note(traces.left ? wordsOf(traces, config) : words.bytes.gone);
  output.note(words.elsewhere);
  await noteKeptStores({ output, config }, words.keptStore);
  return exitCodeOf(traces);
}

/** Says what is left in the store's files of rows that are gone, when something is. @returns how the command ends */
export function noteTraces({ output, config }: Pick<Noting, 'output' | 'config'>, traces: Traces): ExitCode {
  if (traces.left) output.note(wordsOf(traces, config));
  return exitCodeOf(traces);
}

/** Names the stores in which a command that looks for a person does not look. */
export function noteStoresNotLookedInto(noting: Pick<Noting, 'output' | 'config'>): Promise<void> {
  return noteKeptStores(noting, words.notLookedInto);
}

async function noteKeptStores(
  { output, config }: Pick<Noting, 'output' | 'config'>,
  say: (path: string) => string,
): Promise<void> {
  for (const { path, inUse } of await keptStores(config))
    output.note(inUse ? words.keptStoreInUse(path) : say(path));
}

function wordsOf({ failure }: Traces, { dataDir }: Config): string {
  if (failure === undefined) return words.bytes.left;
  const why = isDiskFull(failure, dataDir) ? words.bytes.fullDisk : (failure as Error).message;
  return words.bytes.failed(why);
}

function exitCodeOf({ failure }: Traces): ExitCode {
  return failure === undefined ? exitCodes.ok : exitCodes.unavailable;
}
