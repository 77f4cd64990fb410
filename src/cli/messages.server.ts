import { commandName } from '../command-name.server.ts';
import {
  columnOf,
  eraseMessages,
  findMessages,
  iterateMessages,
  listMessages,
  type Message,
  type MessageFilter,
} from '../contact/messages.server.ts';
import { CommandError, type ExitCode } from '../failure.server.ts';
import { mailOf, type OutboxMail } from '../mail/outbox.server.ts';
import { suspectReasonText } from '../mail/words.ts';
import type { Storage } from '../storage/storage.ts';
import { counted } from '../words/counted.ts';
import { contactFields, formFields } from '../words/form-fields.ts';
import type { StoreDependencies } from './command.server.ts';
import { writeResult } from './output.server.ts';
import { reportErasure } from './person.server.ts';
import { csvLine, formatFields, formatInstant, formatRecent, formatTable, oneLine } from './text.ts';

const labels = {
  id: 'Identifiant',
  received: 'Reçu le',
  suspect: 'Suspect',
  mail: 'E-mail au studio',
} as const;

/** Lists the messages that hold every given word, newest first; without a word it lists all. */
export async function list(
  { storage, output }: StoreDependencies,
  texts: string[],
  { limit = 20, ...filter }: MessageFilter & { limit?: number },
): Promise<void> {
  // Asking for one message too many tells whether some are left out.
  const found = await listMessages(storage.reads, { ...filter, limit: limit + 1, text: texts.join(' ') });
  const shown = found.slice(0, limit);
  const titles = columns.map(([title]) => title);
  const rows = shown.map((message) => columns.map(([, textOf]) => textOf(message)));
  if (rows.length > 0) output.result(...formatTable(titles, rows, output.width, [labels.id, EMAIL]));
  if (found.length > limit)
    output.note(`Liste limitée à ${counted(limit, 'message')} : ajoutez --limit pour en voir plus.`);
  else output.note(shown.length === 0 ? 'Aucun message.' : `${counted(shown.length, 'message')}.`);
}

const EMAIL = formFields.email.studioLabel;

const columns: readonly (readonly [string, (message: Message) => string])[] = [
  [labels.id, ({ id }) => shortId(id)],
  [labels.received, ({ received_at }) => formatRecent(received_at)],
  ['!', ({ suspect }) => (suspect ? '!' : '')],
  [formFields.fullname.studioLabel, ({ fullname }) => fullname],
  [EMAIL, ({ email }) => email],
  [formFields.subject.studioLabel, ({ subject }) => subject],
];

/** Shortens an identifier to 13 characters, enough for `messages show`: they hold the millisecond. */
export function shortId(id: string): string {
  return id.slice(0, 13);
}

/** Finds the message that the operator named. @throws CommandError `notFound` if none or several match */
async function requireMessage({ reads }: Storage, idOrPrefix: string): Promise<Message> {
  const [message, ...others] = await findMessages(reads, idOrPrefix);
  if (!message)
    throw new CommandError(
      'notFound',
      `Aucun message n’a l’identifiant « ${idOrPrefix} ». Pour voir les identifiants : ${commandName} messages list`,
    );
  if (others.length === 0) return message;
  const ids = [message, ...others].map(({ id }) => id).join(', ');
  throw new CommandError(
    'notFound',
    `Plusieurs identifiants commencent par « ${idOrPrefix} » : ${ids}. Donnez-en un plus long.`,
  );
}

export async function show({ storage, output, clock }: StoreDependencies, id: string): Promise<void> {
  const message = await requireMessage(storage, id);
  const mail = await mailOf(storage.reads, message.id);
  const fields = contactFields
    .filter((name) => name !== 'message')
    .map((name) => [formFields[name].studioLabel, message[columnOf(name)]] as const);
  const lines = formatFields([
    ...fields,
    [labels.received, formatInstant(message.received_at)],
    [labels.suspect, reasonsOf(message)],
    [labels.mail, mail ? describeMail(mail, clock.now()) : ''],
    [labels.id, message.id],
  ]);
  // The `>` before each line, as in the mail, marks the visitor's words, so that they cannot imitate the site's.
  const text = message.body.split('\n').map((line) => `> ${line}`);
  output.result(...lines, '', ...text);
}

export function describeMail({ state, sent_at, due_at, last_error }: OutboxMail, now: number): string {
  if (state === 'sent') return `parti le ${formatInstant(sent_at ?? due_at)}`;
  if (state === 'refused') return `refusé (${last_error ?? '?'})`;
  if (last_error === null) return 'en attente';
  // Showing a past time would suggest that the site forgot the mail.
  const due = due_at > now ? `le ${formatInstant(due_at)}` : 'dans les deux minutes';
  return `en attente (${last_error}), prochain essai ${due}`;
}

function reasonsOf({ suspect_reasons }: Message): string {
  return suspect_reasons.split(',').filter(Boolean).map(suspectReasonText).join(', ');
}

/** Writes every matching message, with one page of them in memory at a time. */
export function exportAll(
  dependencies: StoreDependencies,
  { output, force, ...filter }: MessageFilter & { output?: string; force?: true },
): Promise<void> {
  const messages = iterateMessages(dependencies.storage.reads, filter);
  return writeResult(dependencies, output, force, csvOf(messages));
}

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const BYTE_ORDER_MARK = '\ufeff';

async function* csvOf(messages: AsyncIterable<Message>): AsyncGenerator<string> {
  const { id, received, suspect } = labels;
  const titles = contactFields.map((name) => formFields[name].studioLabel);
  yield BYTE_ORDER_MARK + csvLine([id, received, suspect, ...titles]);
  for await (const message of messages) {
    const fields = contactFields.map((name) => message[columnOf(name)]);
    yield csvLine([message.id, formatInstant(message.received_at), reasonsOf(message), ...fields]);
  }
}

export async function remove(
  dependencies: StoreDependencies,
  idOrPrefix: string,
  { force }: { force?: true },
): Promise<ExitCode> {
  const { storage, output } = dependencies;
  const { id, fullname, received_at } = await requireMessage(storage, idOrPrefix);
  output.note(
    `Le message de ${oneLine(fullname)}, reçu le ${formatInstant(received_at)}, va être effacé définitivement, avec son e-mail de la file.`,
  );
  await output.confirm('Effacer ce message ?', force);
  return reportErasure(dependencies, await eraseMessages(storage, { id }));
}
