import {
  columnOf,
  countMessages,
  deleteMessagesOf,
  type Erasure,
  iterateMessages,
  type Message,
  mailsOf,
} from '../contact/messages.server.ts';
import { normaliseContact } from '../contact/normalise-contact.ts';
import { isEmailAddress } from '../contact/rules.ts';
import { contactFields } from '../content/form-fields.ts';
import { CommandError, type ExitCode, exitCodes, explainFailure } from '../failure.server.ts';
import type { OutboxMail } from '../mail/outbox.server.ts';
import type { Traces } from '../storage/scrubbing.server.ts';
import { type Dependencies, keptStores, type StoreDependencies } from './command.server.ts';
import { erasureWords, personWords as words } from './person-words.ts';
import { safeJson } from './text.ts';
import { writeResult } from './written-file.server.ts';

/** Writes everything stored about one address (GDPR, article 15). @throws CommandError `notFound` if there is nothing */
export async function exportPerson(
  dependencies: StoreDependencies,
  text: string,
  { output: name, force }: { output?: string; force?: true },
): Promise<void> {
  const { storage, clock } = dependencies;
  const email = requireAddress(text);
  const mails = Map.groupBy(await mailsOf(storage.reads, email), ({ message_id }) => message_id);
  const messages: unknown[] = [];
  for await (const message of iterateMessages(storage.reads, { email })) {
    messages.push({ ...messageShape(message), mails: (mails.get(message.id) ?? []).map(mailShape) });
  }
  await noteKeptStores(dependencies);
  if (messages.length === 0) throw new CommandError('notFound', words.nothing);
  const copy = { email, exportedAt: new Date(clock.now()), messages };
  await writeResult(dependencies, name, force, [safeJson(copy)]);
}

function messageShape(message: Message) {
  return {
    id: message.id,
    receivedAt: new Date(message.received_at),
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
    queuedAt: new Date(mail.created_at),
    dueAt: new Date(mail.due_at),
    sentAt: mail.sent_at === null ? null : new Date(mail.sent_at),
    lastError: mail.last_error,
  };
}

/**
 * Erases everything stored about one address (GDPR, article 17) and reports bytes that remain. It ends with `notFound` if there
 * was nothing.
 */
export async function erasePerson(
  dependencies: StoreDependencies,
  text: string,
  { force }: { force?: true },
): Promise<ExitCode> {
  const { storage, output } = dependencies;
  const email = requireAddress(text);
  const messages = await countMessages(storage.db, { email });
  output.note(messages === 0 ? words.nothing : words.held(messages));
  if (messages > 0) await output.confirm(words.confirm, force);
  // Also for an unknown address: an earlier erasure may have left traces.
  const erasure = await deleteMessagesOf(storage, email);
  if (erasure.messages > 0) return reportErasure(dependencies, erasure);
  await noteKeptStores(dependencies);
  return (await reportTraces(dependencies, erasure.traces)) || exitCodes.notFound;
}

/** Reads an address in any form in which people copy one: `Name <address>`, `mailto:`, with unseen marks around it. */
function requireAddress(text: string): string {
  const normalised = (email: string) => normaliseContact({ email }).email;
  const outer = normalised(text);
  const [, inBrackets = outer] = /<([^<>]*)>$/.exec(outer) ?? [];
  const [bare = ''] = inBrackets.split('?');
  const address = normalised(/^mailto:/i.test(bare) ? decoded(bare.slice('mailto:'.length)) : inBrackets);
  if (isEmailAddress(address)) return address;
  throw new CommandError('usage', words.notAnAddress(text));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Reports an erasure and its limits: bytes in the store's files, sent mails, backups, stores that were kept.
 * @returns the exit code
 */
export async function reportErasure(
  dependencies: StoreDependencies,
  { messages, mails, traces }: Erasure,
): Promise<ExitCode> {
  const { output } = dependencies;
  output.note(erasureWords.erased(messages, mails.notSent));
  if (mails.sending > 0) output.note(erasureWords.sending(mails.sending));
  if (!traces.left) output.note(erasureWords.bytes.gone);
  const exitCode = await reportTraces(dependencies, traces);
  output.note(erasureWords.elsewhere);
  await noteKeptStores(dependencies);
  return exitCode;
}

/**
 * Reports bytes of erased rows that are still in the store's files.
 * @returns `unavailable` if the store could not be rewritten, else `ok`
 */
export async function reportTraces(
  { output, config, storage }: StoreDependencies,
  { left, failure }: Traces,
): Promise<ExitCode> {
  const { bytes } = erasureWords;
  if (failure === undefined) {
    if (left) output.note(storage.keepsTraces ? bytes.postgres : bytes.left);
    return exitCodes.ok;
  }
  output.note(bytes.failed((await explainFailure(failure, config)).message));
  return exitCodes.unavailable;
}

/** Names the kept stores, which no `person` command reaches. */
async function noteKeptStores({ output, config }: Dependencies): Promise<void> {
  for (const { path, inUse } of await keptStores(config))
    output.note(inUse ? erasureWords.keptStoreInUse(path) : erasureWords.keptStore(path));
}
