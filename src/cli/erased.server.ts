import type { Erasure } from '../contact/messages.server.ts';
import { erasureWords as words } from '../content/cli-person.ts';
import type { StoreDependencies } from './dependencies.ts';
import { keptStores } from './store-access.server.ts';

/** Names what an erasure did not reach: bytes in the store's files, mails and backups, stores that were kept. */
export async function noteWhatIsLeft(
  { storage, output, config }: Pick<StoreDependencies, 'storage' | 'output' | 'config'>,
  { tracesLeft }: Erasure,
): Promise<void> {
  if (storage.engine === 'postgres') output.note(words.bytes.postgres);
  else output.note(tracesLeft ? words.bytes.left : words.bytes.gone);
  output.note(words.elsewhere);
  for (const file of await keptStores(config)) output.note(words.keptStore(file));
}
