import type { Command } from 'commander';
import { countMessages, deleteMessagesOf, iterateMessages, mailsOf } from '../contact/messages.server.ts';
import { help } from '../content/cli.ts';
import { erasureWords, personHelp, personWords as words } from '../content/cli-person.ts';
import { removeTraces } from '../storage/scrubbing.server.ts';
import { addCommand, addGroup, type Runner, type StoreDependencies } from './command.server.ts';
import { noteKeptStores, reportErasure, reportTraces } from './erasure.server.ts';
import { CommandError, type ExitCode } from './failure.server.ts';
import { isoInstant } from './format.ts';
import { mailShape, messageShape } from './message-export.ts';
import { safeJson } from './text.ts';
import { writeResult } from './written-file.server.ts';

/** Adds `person …`. */
export function addPerson(program: Command, run: Runner): void {
  const group = addGroup(program, 'person', personHelp.group);
  addCommand(group, 'export', personHelp.export)
    .argument('<email>', personHelp.email)
    .option('--output <fichier>', personHelp.export.output)
    .option('--force', help.replace)
    .action(run.store(exportPerson));
  addCommand(group, 'erase', personHelp.erase)
    .argument('<email>', personHelp.email)
    .option('--force', help.force)
    .action(run.store(erasePerson));
}

/** All that is held on one address (GDPR, article 15). @throws CommandError `notFound` when there is nothing */
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
  await noteKeptStores(dependencies, erasureWords.notLookedInto);
  if (messages.length === 0) throw new CommandError('notFound', words.nothing);
  const copy = { email, exportedAt: isoInstant(clock.now()), messages };
  const file = await writeResult(dependencies, options.output, options.force, [`${safeJson(copy)}\n`]);
  if (file) output.note(words.exported(messages.length, file));
}

/** Erases every copy (GDPR, article 17), and says whether the bytes are gone as well. Nothing held counts as done. */
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
    await noteKeptStores(dependencies, erasureWords.notLookedInto);
    // An erasure before this one may have left some.
    return reportTraces(dependencies, await removeTraces(storage));
  }
  const mails = await mailsOf(storage.db, email);
  const sent = mails.filter(({ state }) => state === 'sent').length;
  output.note(words.held(messages, mails.length - sent, sent));
  output.note(words.willErase);
  await output.confirm(words.confirm, force);
  return reportErasure(dependencies, await deleteMessagesOf(storage, email));
}

function requireAddress(text: string): string {
  const address = text.trim();
  if (/^[^\s@]+@[^\s@]+$/.test(address)) return address;
  throw new CommandError('usage', words.notAnAddress(text));
}
