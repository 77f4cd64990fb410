import { notificationMail as words } from '../content/mails.ts';
import type { NotificationContent } from './notification-content.ts';

/** The mail as plain text. */
export function notificationText(content: NotificationContent): string {
  const { fields } = words;
  return [
    `${words.kicker} – ${words.studio}`,
    content.subject,
    content.received,
    '',
    ...(content.suspect ? [content.suspect, ''] : []),
    `${fields.name}\u00a0: ${content.name}`,
    `${fields.email}\u00a0: ${content.email}`,
    `${fields.phone}\u00a0: ${content.phone ?? words.noPhone}`,
    '',
    ...content.lines,
    ...(content.cut ? [words.cut] : []),
    '',
    words.answer(content.email),
    '',
    '-- ',
    words.kept,
    `${words.readAgain} ${words.command(content.id)}`,
    '',
  ].join('\n');
}
