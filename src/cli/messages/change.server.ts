import { deleteMessage, markMessage, noteMessage } from '../../contact/messages.server.ts';
import { messageWords, outboxStateNames, statusNames } from '../../content/cli-messages.ts';
import { personWords } from '../../content/cli-person.ts';
import { isBeingSent, mailOf, type OutboxMail, resend as resendMail } from '../../mail/outbox.server.ts';
import type { MessageStatus } from '../../storage/schema.ts';
import { CommandError } from '../command-error.ts';
import { confirm } from '../confirm.ts';
import type { StoreDependencies } from '../dependencies.ts';
import { noteWhatIsLeft } from '../erased.server.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { formatInstant } from '../format.ts';
import { oneLine } from '../safe-text.ts';
import { requireMessage } from './find.server.ts';

/** Changes the state of a message (`messages mark`). */
export async function mark(
  { storage, output }: StoreDependencies,
  _options: unknown,
  idOrPrefix: string,
  status: MessageStatus,
): Promise<void> {
  const { id } = await requireMessage(storage, idOrPrefix);
  await markMessage(storage.db, id, status);
  output.note(messageWords.marked(id, statusNames[status]));
}

/** More than any real note, in UTF-16 units. */
const MAX_NOTE = 1_000;

/** Writes a note to a message (`messages note`). @throws CommandError `usage` when the text is too long */
export async function note(
  { storage, output }: StoreDependencies,
  _options: unknown,
  idOrPrefix: string,
  text: string,
): Promise<void> {
  const { id } = await requireMessage(storage, idOrPrefix);
  const line = oneLine(text);
  if (line.length > MAX_NOTE) throw new CommandError('usage', messageWords.noteTooLong(MAX_NOTE));
  await noteMessage(storage.db, id, line);
  output.note(line ? messageWords.noted(id) : messageWords.noteRemoved(id));
}

/** Erases a message, after a question (`messages delete`). */
export async function remove(
  { storage, output, config }: StoreDependencies,
  { dryRun, force }: { dryRun?: true; force?: true },
  idOrPrefix: string,
): Promise<ExitCode> {
  const message = await requireMessage(storage, idOrPrefix);
  const said = dryRun ? messageWords.wouldDelete : messageWords.willDelete;
  output.note(said(oneLine(message.fullname), formatInstant(message.received_at)));
  if ((await mailOf(storage.db, message.id))?.state === 'sent') output.note(messageWords.alreadySent);
  if (dryRun) return exitCodes.ok;
  await confirm(output, messageWords.confirmDelete, force);
  const erasure = await deleteMessage(storage, message.id);
  output.note(messageWords.deleted(message.id));
  if (erasure.mails.sending > 0) output.note(personWords.sending(erasure.mails.sending));
  return noteWhatIsLeft({ storage, output, config }, erasure.traces);
}

function describeMail(mail: OutboxMail | undefined): string {
  if (!mail) return messageWords.mail.none;
  return isBeingSent(mail) ? messageWords.mail.sending : outboxStateNames[mail.state];
}

/**
 * Queues the mail of one message again.
 * @throws CommandError `refused` when it has left, or is on its way
 */
export async function resendMailOf(
  { storage, output, clock, config }: StoreDependencies,
  idOrPrefix: string,
): Promise<void> {
  const { id } = await requireMessage(storage, idOrPrefix);
  const count = await resendMail(storage.db, { messageId: id }, clock.now());
  if (count === 0) {
    throw new CommandError('refused', messageWords.notRequeued(describeMail(await mailOf(storage.db, id))));
  }
  output.note(config.smtpUrl ? messageWords.requeued : messageWords.requeuedWithoutMail);
}
