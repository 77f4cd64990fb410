import type { Command } from 'commander';
import {
  columnOf,
  countMessages,
  deleteMessagesOf,
  iterateMessages,
  type Message,
  mailsOf,
} from '../contact/messages.server.ts';
import { help } from '../content/cli.ts';
import { messageWords } from '../content/cli-messages.ts';
import { personHelp, personWords as words } from '../content/cli-person.ts';
import { contactFields } from '../content/form-fields.ts';
import type { OutboxMail } from '../mail/outbox.server.ts';
import { removeTraces } from '../storage/scrubbing.server.ts';
import { addGroup, type Runner, type StoreDependencies } from './command.server.ts';
import { noteKeptStores, reportErasure, reportTraces } from './erasure.server.ts';
import { CommandError, type ExitCode } from './failure.server.ts';
import { safeJson } from './text.ts';
import { writeResult } from './written-file.server.ts';

/** Adds `person …`. */
export function addPerson(program: Command, run: Runner): void {
  const group = addGroup(program, 'person', personHelp.group);
  group
    .command('export')
    .description(personHelp.export)
    .argument('<email>', personHelp.email)
    .option('--output <fichier>', personHelp.output)
    .option('--force', help.replace)
    .action(run.store(exportPerson));
  group
    .command('erase')
    .description(personHelp.erase)
    .argument('<email>', personHelp.email)
    .option('--force', help.force)
    .action(run.store(erasePerson));
}

/** Writes everything stored about one address (GDPR, article 15). @throws CommandError `notFound` if there is nothing */
async function exportPerson(
  dependencies: StoreDependencies,
  text: string,
  options: { output?: string; force?: true },
): Promise<void> {
  const { storage, output, clock } = dependencies;
  const email = requireAddress(text);
  const mails = Map.groupBy(await mailsOf(storage.reads, email), ({ message_id }) => message_id);
  const messages: unknown[] = [];
  for await (const message of iterateMessages(storage.reads, { email })) {
    messages.push({ ...messageShape(message), mails: (mails.get(message.id) ?? []).map(mailShape) });
  }
  await noteKeptStores(dependencies);
  if (messages.length === 0) throw new CommandError('notFound', words.nothing);
  const copy = { email, exportedAt: isoInstant(clock.now()), messages };
  const file = await writeResult(dependencies, options.output, options.force, [safeJson(copy)]);
  if (file) output.note(messageWords.exported(messages.length, file));
}

function messageShape(message: Message) {
  return {
    id: message.id,
    receivedAt: isoInstant(message.received_at),
    status: message.status,
    suspect: message.suspect === 1,
    suspectReasons: message.suspect_reasons === '' ? [] : message.suspect_reasons.split(','),
    origin: message.origin,
    ...Object.fromEntries(contactFields.map((name) => [name, message[columnOf(name)]])),
    note: message.note,
  };
}

function mailShape(mail: OutboxMail) {
  return {
    mailId: mail.id,
    state: mail.state,
    attempts: mail.attempts,
    queuedAt: isoInstant(mail.created_at),
    dueAt: isoInstant(mail.due_at),
    sentAt: mail.sent_at === null ? null : isoInstant(mail.sent_at),
    lastError: mail.last_error,
  };
}

function isoInstant(instant: number): string {
  return new Date(instant).toISOString();
}

/**
 * Erases everything stored about one address (GDPR, article 17) and reports bytes that remain. An unknown address counts as
 * done.
 */
async function erasePerson(
  dependencies: StoreDependencies,
  text: string,
  { force }: { force?: true },
): Promise<ExitCode> {
  const { storage, output } = dependencies;
  const email = requireAddress(text);
  const messages = await countMessages(storage.db, { email });
  if (messages === 0) {
    output.note(words.nothing);
    await noteKeptStores(dependencies);
    // An earlier erasure may have left traces.
    return reportTraces(dependencies, await removeTraces(storage));
  }
  const mails = await mailsOf(storage.db, email);
  const sent = mails.filter(({ state }) => state === 'sent').length;
  output.note(words.held(messages, mails.length - sent, sent));
  await output.confirm(words.confirm, force);
  return reportErasure(dependencies, await deleteMessagesOf(storage, email));
}

function requireAddress(text: string): string {
  const address = text.trim();
  if (/^[^\s@]+@[^\s@]+$/.test(address)) return address;
  throw new CommandError('usage', words.notAnAddress(text));
}
