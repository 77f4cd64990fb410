import { findMessage, type Message } from '../../contact/messages.server.ts';
import { messageWords } from '../../content/cli-messages.ts';
import type { Storage } from '../../storage/storage.ts';
import { CommandError } from '../command-error.ts';

/** Finds the message that the operator named. @throws CommandError `notFound` when there is none, or several */
export async function requireMessage({ reads }: Storage, idOrPrefix: string): Promise<Message> {
  const found = await findMessage(reads, idOrPrefix);
  if (found.kind === 'none') throw new CommandError('notFound', messageWords.notFound(idOrPrefix));
  if (found.kind === 'ambiguous')
    throw new CommandError('notFound', messageWords.ambiguous(idOrPrefix, found.ids));
  return found.message;
}
