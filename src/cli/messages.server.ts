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
import { help } from '../content/cli.ts';
import { messageTable, messageWords, statusNames, messagesHelp as words } from '../content/cli-messages.ts';
import { contactFields, formField } from '../content/form-fields.ts';
import { suspectReasonText } from '../content/mails.ts';
import { mailOf, type OutboxMail } from '../mail/outbox.server.ts';
import type { MessageStatus } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import {
  addCommand,
  addGroup,
  oneOf,
  type Runner,
  type StoreDependencies,
  wholeNumber,
} from './command.server.ts';
import { reportErasure } from './erasure.server.ts';
import { CommandError, type ExitCode } from './failure.server.ts';
import { formatInstant } from './format.ts';
import { csvOf, jsonOf, mailShape, messageShape } from './message-export.ts';
import { type Column, writeFields, writeTable } from './table.ts';
import { oneLine, visible, wrapToWidth } from './text.ts';
import { writeResult } from './written-file.server.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 10_000;

/** Adds `messages …`. */
export function addMessages(program: Command, run: Runner): void {
  const group = addGroup(program, 'messages', words.group);
  addListOptions(addCommand(group, 'list', words.list)).action(run.store(list));
  addListOptions(addCommand(group, 'search', words.search))
    .argument('<mots...>', words.search.argument)
    .action(run.store(search));
  addCommand(group, 'show', words.show)
    .argument('<id>', words.id)
    .option('--json', help.json)
    .action(run.store(show));
  addCommand(group, 'mark', words.mark)
    .argument('<id>', words.id)
    .argument('<état>', words.mark.argument, oneOf(statusNames))
    .action(run.store(mark));
  addCommand(group, 'note', words.note)
    .argument('<id>', words.id)
    .argument('<texte>', words.note.argument)
    .action(run.store(note));
  addFilter(addCommand(group, 'export', words.export))
    .option('--output <fichier>', words.export.options.output)
    .option('--csv', words.export.options.csv)
    .option('--semicolon', words.export.options.semicolon)
    .option('--force', help.replace)
    .action(run.store(exportMessages));
  addCommand(group, 'delete', words.delete)
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
    .option('--status <état>', words.list.options.status, oneOf(statusNames))
    .option('--suspect', words.list.options.suspect);
}

interface ListOptions extends Filter {
  limit?: number;
  json?: true;
}

function addListOptions(command: Command): Command {
  return addFilter(command)
    .option('--limit <n>', words.list.options.limit, wholeNumber(1, MAX_LIMIT))
    .option('--json', help.json);
}

/** Lists messages, newest first. @param text that a search looks for */
async function list(
  { storage, output }: StoreDependencies,
  { limit = DEFAULT_LIMIT, status, suspect, json }: ListOptions,
  text?: string,
): Promise<void> {
  const found = await listMessages(storage.reads, { limit: limit + 1, status, suspect, text });
  const shown = found.slice(0, limit);
  if (json) await output.json(shown.map(messageShape));
  else if (shown.length === 0)
    output.note(status || suspect || text ? messageWords.noneFound : messageWords.none);
  else {
    await writeTable(output, messageColumns(shown), shown);
    if (found.length <= limit) output.note(messageWords.found(shown.length));
  }
  if (found.length > limit) output.note(messageWords.limited(limit));
}

/** @throws CommandError `usage` when a search is for nothing, which every message has: a slip of a script */
async function search(dependencies: StoreDependencies, texts: string[], options: ListOptions): Promise<void> {
  const text = texts.join(' ').trim();
  if (text === '') throw new CommandError('usage', messageWords.nothingToFind);
  await list(dependencies, options, text);
}

/** Gives the columns of a list of these messages. */
export function messageColumns(messages: readonly Message[]): Column<Message>[] {
  const shortId = shortIds(messages.map(({ id }) => id));
  const titles = messageTable;
  return [
    { title: titles.id, value: ({ id }) => shortId(id) },
    { title: titles.received, value: ({ received_at }) => formatInstant(received_at), optional: true },
    { title: titles.status, value: ({ status }) => statusNames[status] },
    { title: titles.suspect, value: ({ suspect }) => (suspect ? '!' : '') },
    { title: titles.name, value: ({ fullname }) => fullname, minWidth: 12 },
    { title: titles.subject, value: ({ subject }) => subject, minWidth: 12, optional: true },
    { title: titles.note, value: ({ note }) => note, minWidth: 12, optional: true },
    { title: titles.email, value: ({ email }) => email, minWidth: 20, optional: true },
  ];
}

/** Identifiers begin with the instant: these are the lengths at which a further part of it ends. */
const PREFIX_LENGTHS = [13, 18, 23, 36];

/** Finds the shortest beginning that tells these messages apart; `messages show` takes it. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const length = PREFIX_LENGTHS.find(
    (candidate) => new Set(ids.map((id) => id.slice(0, candidate))).size === ids.length,
  );
  return (id) => id.slice(0, length);
}

/** Finds the message that the operator named. @throws CommandError `notFound` when there is none, or several */
async function requireMessage({ reads }: Storage, idOrPrefix: string): Promise<Message> {
  const found = await findMessage(reads, idOrPrefix);
  if (found.kind === 'none') throw new CommandError('notFound', messageWords.notFound(idOrPrefix));
  if (found.kind === 'ambiguous')
    throw new CommandError('notFound', messageWords.ambiguous(idOrPrefix, found.ids));
  return found.message;
}

/** Lines of text longer than this are hard to read, however wide the terminal. */
const TEXT_WIDTH = 100;

/** Shows one message in full, with what became of its mail. */
async function show(
  { storage, output }: StoreDependencies,
  id: string,
  { json }: { json?: true },
): Promise<void> {
  const message = await requireMessage(storage, id);
  const mail = await mailOf(storage.reads, message.id);
  if (json) return output.json({ ...messageShape(message), mail: mail ? mailShape(mail) : null });
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
    [labels.mail, describeMail(mail)],
    [labels.id, message.id],
  ]);
  const body = visible(message.body).replaceAll('\t', ' ');
  await output.result('', ...wrapToWidth(body, Math.min(output.width, TEXT_WIDTH)));
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

/** More than any real note, in UTF-16 units. */
const MAX_NOTE = 1_000;

async function note({ storage, output }: StoreDependencies, idOrPrefix: string, text: string): Promise<void> {
  const { id } = await requireMessage(storage, idOrPrefix);
  const line = oneLine(text);
  if (line.length > MAX_NOTE) throw new CommandError('usage', messageWords.noteTooLong(MAX_NOTE));
  await noteMessage(storage.db, id, line);
  output.note(line ? messageWords.noted(id) : messageWords.noteRemoved(id));
}

interface ExportOptions extends Filter {
  output?: string;
  csv?: true;
  semicolon?: true;
  force?: true;
}

/** Writes every message, one page in memory at a time. */
async function exportMessages(dependencies: StoreDependencies, options: ExportOptions): Promise<void> {
  const { storage, output } = dependencies;
  const { status, suspect, semicolon, force } = options;
  let count = 0;
  async function* shapes() {
    for await (const message of iterateMessages(storage.reads, { status, suspect })) {
      yield messageShape(message);
      count += 1;
    }
  }
  const isCsv = options.csv || semicolon || /\.csv$/i.test(options.output ?? '');
  const pieces = isCsv ? csvOf(shapes(), semicolon ? ';' : ',') : jsonOf(shapes());
  const file = await writeResult(dependencies, options.output, force, pieces);
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
