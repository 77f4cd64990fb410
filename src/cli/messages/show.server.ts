import { columnOf, type Message } from '../../contact/messages.server.ts';
import { messageWords, statusNames } from '../../content/cli-messages.ts';
import { contactFields, formField } from '../../content/form-fields.ts';
import { suspectReasonText } from '../../content/mails.ts';
import { mailOf, type OutboxMail } from '../../mail/outbox.server.ts';
import type { StoreDependencies } from '../dependencies.ts';
import { writeFields } from '../fields.ts';
import { formatInstant } from '../format.ts';
import { mailShape } from '../mail-shape.ts';
import { visible } from '../safe-text.ts';
import { wrapToWidth } from '../text-width.ts';
import { requireMessage } from './find.server.ts';
import { messageShape } from './shape.server.ts';

/** Lines of text longer than this are hard to read, however wide the terminal. */
const TEXT_WIDTH = 100;

/** Shows one message in full, with what became of its mail (`messages show`). */
export async function show(
  { storage, output }: StoreDependencies,
  { json }: { json?: true },
  id: string,
): Promise<void> {
  const message = await requireMessage(storage, id);
  const mail = await mailOf(storage.reads, message.id);
  if (json) {
    await output.json({ ...messageShape(message), mail: mail ? mailShape(mail) : null });
    return;
  }
  const { labels } = messageWords;
  const fields = contactFields
    .filter((name) => name !== 'message')
    .map((name) => [formField(name).studioLabel, message[columnOf(name)] || messageWords.notGiven] as const);
  await writeFields(output, [
    ...fields,
    [labels.received, formatInstant(message.received_at)],
    [labels.status, statusNames[message.status]],
    ...(message.suspect ? [[labels.suspect, reasonsOf(message)] as const] : []),
    ...(message.note ? [[labels.note, message.note] as const] : []),
    [labels.origin, messageWords.origins[message.origin]],
    [labels.mail, mail ? describeMail(mail) : messageWords.mail.none],
    [labels.id, message.id],
  ]);
  await output.result(
    '',
    ...wrapToWidth(visible(message.body).replaceAll('\t', ' '), Math.min(output.width, TEXT_WIDTH)),
  );
}

function describeMail(mail: OutboxMail): string {
  const words = messageWords.mail;
  if (mail.state === 'sent') return words.sent(formatInstant(mail.sent_at ?? mail.due_at));
  if (mail.state === 'refused') return words.refused(mail.last_error ?? '?');
  return words.pending(mail.attempts, formatInstant(mail.due_at));
}

function reasonsOf({ suspect_reasons }: Message): string {
  return suspect_reasons.split(',').map(suspectReasonText).join(', ');
}
