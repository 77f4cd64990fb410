import type { Command } from 'commander';
import {
  countMessages,
  deleteMessagesOf,
  type Erasure,
  iterateMessages,
  mailsOf,
} from '../contact/messages.server.ts';
import { help } from '../content/cli.ts';
import { personHelp, personWords } from '../content/cli-person.ts';
import { removeTraces } from '../storage/scrubbing.server.ts';
import { CommandError } from './command-error.ts';
import { addCommand, addGroup } from './command-tree.server.ts';
import { confirm } from './confirm.ts';
import type { Runner, StoreDependencies } from './dependencies.ts';
import { noteStoresNotLookedInto, noteTraces, noteWhatIsLeft } from './erased.server.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { isoInstant } from './format.ts';
import { mailShape } from './mail-shape.ts';
import { messageShape } from './messages/shape.server.ts';
import { safeJson } from './safe-text.ts';
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
    .option('--dry-run', help.dryRun)
    .option('--force', help.force)
    .option('--json', help.json)
    .action(run.store(erasePerson));
}

/** All that is held on one address (GDPR, article 15). @throws CommandError `notFound` when there is nothing */
async function exportPerson(
  dependencies: StoreDependencies,
  options: { output?: string; force?: true },
  text: string,
): Promise<void> {
  const { storage, output, clock } = dependencies;
  const email = requireAddress(text);
  const mails = Map.groupBy(await mailsOf(storage.reads, email), ({ message_id }) => message_id);
  const messages: unknown[] = [];
  for await (const message of iterateMessages(storage.reads, { email })) {
    messages.push({ ...messageShape(message), mails: (mails.get(message.id) ?? []).map(mailShape) });
  }
  await noteStoresNotLookedInto(dependencies);
  if (messages.length === 0) throw new CommandError('notFound', personWords.nothing);
  const copy = { email, exportedAt: isoInstant(clock.now()), messages };
  const file = await writeResult(dependencies, options.output, options.force, (append) =>
    append(`${safeJson(copy)}\n`),
  );
  if (file) output.note(personWords.exported(messages.length, file));
}

/** Erases every copy (GDPR, article 17), and says whether the bytes are gone as well. Nothing held counts as done. */
async function erasePerson(
  { storage, output, config }: StoreDependencies,
  options: { dryRun?: true; force?: true; json?: true },
  text: string,
): Promise<ExitCode> {
  const email = requireAddress(text);
  const found = await mailsOf(storage.db, email);
  const mails = found.length;
  const sent = found.filter(({ state }) => state === 'sent').length;
  const messages = await countMessages(storage.db, { email });
  if (messages === 0) {
    output.note(personWords.nothing);
    await noteStoresNotLookedInto({ output, config });
    // An erasure before this one may have left some.
    const traces = options.dryRun ? { left: false } : await removeTraces(storage);
    if (options.json) await output.json({ messages: 0, mails: 0, erased: false, tracesLeft: traces.left });
    return noteTraces({ output, config }, traces);
  }
  output.note(personWords.held(messages, mails - sent, sent));
  if (options.dryRun) {
    if (options.json) await output.json({ messages, mails, erased: false });
    return exitCodes.ok;
  }
  output.note(personWords.willErase);
  await confirm(output, personWords.confirm, options.force);
  const erasure = await deleteMessagesOf(storage, email);
  const { sending, notSent } = erasure.mails;
  output.note(personWords.erased(erasure.messages, notSent));
  if (sending > 0) output.note(personWords.sending(sending));
  const exitCode = await noteWhatIsLeft({ storage, output, config }, erasure.traces);
  if (options.json) await output.json(erasureShape(erasure));
  return exitCode;
}

function erasureShape({ messages, mails: { sent, notSent, sending }, traces }: Erasure) {
  return { messages, mails: sent + notSent, sending, erased: true, tracesLeft: traces.left };
}

function requireAddress(text: string): string {
  const address = text.trim();
  if (/^[^\s@]+@[^\s@]+$/.test(address)) return address;
  throw new CommandError('usage', personWords.notAnAddress(text));
}
