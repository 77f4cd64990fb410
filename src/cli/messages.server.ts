import type { Command } from 'commander';
import {
  columnOf,
  deleteMessage,
  findMessage,
  iterateMessages,
  listMessages,
  type Message,
  markMessage,
  noteMessage,
} from '../contact/messages.server.ts';
import { help, usage } from '../content/cli.ts';
import { messageWords, statusNames, messagesHelp as words } from '../content/cli-messages.ts';
import { contactFields, formField, formFields } from '../content/form-fields.ts';
import { suspectReasonText } from '../content/mails.ts';
import { mailOf, type OutboxMail } from '../mail/outbox.server.ts';
import type { MessageStatus } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { addGroup, type Runner, type StoreDependencies, wholeNumber } from './command.server.ts';
import { csvOf } from './csv.ts';
import { reportErasure } from './erasure.server.ts';
import { CommandError, type ExitCode } from './failure.server.ts';
import { formatInstant } from './format.ts';
import { writeFields, writeTable } from './table.ts';
import { oneLine, visible, wrapToWidth } from './text.ts';
import { writeResult } from './written-file.server.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 10_000;

/** Adds `messages …`. */
export function addMessages(program: Command, run: Runner): void {
  const group = addGroup(program, 'messages', words.group);
  addFilter(group.command('list').description(words.list))
    .option('--limit <n>', words.limit, wholeNumber(1, MAX_LIMIT))
    .action(run.store(list));
  addFilter(group.command('search').description(words.search))
    .argument('<mots...>', words.searched)
    .option('--limit <n>', words.limit, wholeNumber(1, MAX_LIMIT))
    .action(run.store(search));
  group.command('show').description(words.show).argument('<id>', words.id).action(run.store(show));
  group
    .command('mark')
    .description(words.mark)
    .argument('<id>', words.id)
    .argument('<état>', words.status, statusNamed)
    .action(run.store(mark));
  group
    .command('note')
    .description(words.note)
    .argument('<id>', words.id)
    .argument('<texte>', words.text)
    .action(run.store(note));
  addFilter(group.command('export').description(words.export))
    .option('--output <fichier>', words.output)
    .option('--force', help.replace)
    .action(run.store(exportMessages));
  group
    .command('delete')
    .description(words.delete)
    .argument('<id>', words.id)
    .option('--force', help.force)
    .action(run.store(remove));
}

interface Filter {
  status?: MessageStatus;
  suspect?: true;
}

function addFilter(command: Command): Command {
  return command
    .option('--status <état>', words.onlyStatus, statusNamed)
    .option('--suspect', words.onlySuspect);
}

/** Finds the state with this French name, ignoring case and accents. @throws CommandError `usage` */
function statusNamed(text: string): MessageStatus {
  const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const states = Object.entries(statusNames) as [MessageStatus, string][];
  const found = states.find(([, name]) => plain(name) === plain(text));
  if (!found) throw new CommandError('usage', usage.oneOf(visible(text), Object.values(statusNames)));
  return found[0];
}

interface ListOptions extends Filter {
  limit?: number;
}

async function list(
  { storage, output }: StoreDependencies,
  { limit = DEFAULT_LIMIT, status, suspect }: ListOptions,
  text?: string,
): Promise<void> {
  // One message more than the limit tells whether some are left out.
  const found = await listMessages(storage.reads, { limit: limit + 1, status, suspect, text });
  const shown = found.slice(0, limit);
  const titles = columns.map(([title]) => title);
  const rows = shown.map((message) => columns.map(([, textOf]) => textOf(message)));
  if (rows.length > 0) writeTable(output, titles, rows);
  output.note(found.length > limit ? messageWords.limited(limit) : messageWords.found(shown.length));
}

/** @throws CommandError `usage` for an empty search, which every message would match */
async function search(dependencies: StoreDependencies, texts: string[], options: ListOptions): Promise<void> {
  const text = texts.join(' ').trim();
  if (text === '') throw new CommandError('usage', messageWords.nothingToFind);
  await list(dependencies, options, text);
}

const { labels } = messageWords;

/** The columns of a list: title and text of each. */
const columns: readonly (readonly [string, (message: Message) => string])[] = [
  [labels.id, ({ id }) => shortId(id)],
  [labels.received, ({ received_at }) => formatInstant(received_at)],
  [labels.status, ({ status }) => statusNames[status]],
  ['!', ({ suspect }) => (suspect ? '!' : '')],
  [formFields.fullname.studioLabel, ({ fullname }) => fullname],
  [formFields.subject.studioLabel, ({ subject }) => subject],
  [labels.note, ({ note }) => note],
  [formFields.email.studioLabel, ({ email }) => email],
];

/** Shortens an identifier to its first part, which holds the millisecond; `messages show` takes it. */
export function shortId(id: string): string {
  return id.slice(0, 13);
}

/** Finds the message that the operator named. @throws CommandError `notFound` if there is none, or several */
async function requireMessage({ reads }: Storage, idOrPrefix: string): Promise<Message> {
  const found = await findMessage(reads, idOrPrefix);
  if (found.kind === 'none') throw new CommandError('notFound', messageWords.notFound(idOrPrefix));
  if (found.kind === 'ambiguous')
    throw new CommandError('notFound', messageWords.ambiguous(idOrPrefix, found.ids));
  return found.message;
}

/** Longer lines are hard to read, however wide the terminal. */
const TEXT_WIDTH = 100;

/** Shows one message in full, with the state of its mail. */
async function show({ storage, output }: StoreDependencies, id: string): Promise<void> {
  const message = await requireMessage(storage, id);
  const mail = await mailOf(storage.reads, message.id);
  const fields = contactFields
    .filter((name) => name !== 'message')
    .map((name) => [formField(name).studioLabel, message[columnOf(name)] || messageWords.notGiven] as const);
  writeFields(output, [
    ...fields,
    [labels.received, formatInstant(message.received_at)],
    [labels.status, statusNames[message.status]],
    ...(message.suspect ? [[labels.suspect, reasonsOf(message)] as const] : []),
    ...(message.note ? [[labels.note, message.note] as const] : []),
    [labels.origin, messageWords.origins[message.origin]],
    [labels.mail, describeMail(mail)],
    [labels.id, message.id],
  ]);
  output.result('', wrapToWidth(visible(message.body), Math.min(output.width, TEXT_WIDTH)));
}

function describeMail(mail: OutboxMail | undefined): string {
  const texts = messageWords.mail;
  if (!mail) return texts.none;
  if (mail.state === 'sent') return texts.sent(formatInstant(mail.sent_at ?? mail.due_at));
  if (mail.state === 'refused') return texts.refused(mail.last_error ?? '?');
  return texts.pending(mail.attempts, formatInstant(mail.due_at));
}

function reasonsOf({ suspect_reasons }: Message): string {
  return suspect_reasons.split(',').map(suspectReasonText).join(', ');
}

async function mark(
  { storage, output }: StoreDependencies,
  idOrPrefix: string,
  status: MessageStatus,
): Promise<void> {
  const { id } = await requireMessage(storage, idOrPrefix);
  await markMessage(storage.db, id, status);
  output.note(messageWords.marked(id, statusNames[status]));
}

async function note({ storage, output }: StoreDependencies, idOrPrefix: string, text: string): Promise<void> {
  const { id } = await requireMessage(storage, idOrPrefix);
  const line = oneLine(text);
  await noteMessage(storage.db, id, line);
  output.note(messageWords.noted(id, line));
}

interface ExportOptions extends Filter {
  output?: string;
  force?: true;
}

/** Writes every message, with one page in memory at a time. */
async function exportMessages(
  dependencies: StoreDependencies,
  { output: name, force, ...filter }: ExportOptions,
): Promise<void> {
  const { storage, output } = dependencies;
  let count = 0;
  async function* counted() {
    for await (const message of iterateMessages(storage.reads, filter)) {
      count += 1;
      yield message;
    }
  }
  const file = await writeResult(dependencies, name, force, csvOf(counted()));
  if (file) output.note(messageWords.exported(count, file));
}

async function remove(
  dependencies: StoreDependencies,
  idOrPrefix: string,
  { force }: { force?: true },
): Promise<ExitCode> {
  const { storage, output } = dependencies;
  const { id, fullname, received_at } = await requireMessage(storage, idOrPrefix);
  output.note(messageWords.willDelete(oneLine(fullname), formatInstant(received_at)));
  if ((await mailOf(storage.db, id))?.state === 'sent') output.note(messageWords.alreadySent);
  await output.confirm(messageWords.confirmDelete, force);
  return reportErasure(dependencies, await deleteMessage(storage, id));
}
