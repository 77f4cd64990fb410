import type { SuspectReason } from '../mail/words.ts';
import type { ContactValues } from './rules.ts';

/** Signs of an unwanted message. A message that shows one is marked as suspect, never dropped or refused. */
const signs = {
  'many-links': ({ message }) => countOf(message, /https?:\/\/|www\./gi) > 2,
  'link-in-name': ({ fullname }) => /https?:|www\.|\.(com|net|ru|xyz)\b/i.test(fullname),
  markup: ({ message }) => /<a\s|\[url|\[link/i.test(message),
  'all-capitals': ({ message }) => message.length > 40 && isAllCapitals(message),
  'not-latin': ({ message }) => countOf(message, /\p{Script=Cyrillic}|\p{Script=Han}/gu) > message.length / 3,
} satisfies Partial<Record<SuspectReason, (values: ContactValues) => boolean>>;

/** Lists the codes of the signs that a message shows, none for an ordinary one. */
export function screen(values: ContactValues): SuspectReason[] {
  const codes = Object.keys(signs) as (keyof typeof signs)[];
  return codes.filter((code) => signs[code](values));
}

/** A text without letters, or in a script with one case, is not in capitals. */
function isAllCapitals(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase();
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
