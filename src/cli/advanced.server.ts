import type { Command } from 'commander';
import { help } from '../content/cli.ts';
import { advancedHelp, outboxWords } from '../content/cli-advanced.ts';
import { outboxStateNames } from '../content/cli-messages.ts';
import { listMails, type OutboxMail, outboxStatus, resend as resendMails } from '../mail/outbox.server.ts';
import { CommandError } from './command-error.ts';
import { addCommand, addGroup } from './command-tree.server.ts';
import { copy } from './copy.server.ts';
import type { Runner, StoreDependencies } from './dependencies.ts';
import { formatDuration, formatInstant, isoInstant } from './format.ts';
import { mailShape } from './mail-shape.ts';
import { resendMailOf } from './messages/change.server.ts';
import { shortIds } from './messages/table.server.ts';
import { migrateStore } from './migrate.server.ts';
import type { Output } from './output.server.ts';
import { retention } from './retention.server.ts';
import { formatTable } from './table.ts';

const SHOWN = 20;

/** Adds `advanced …`: commands that a studio seldom needs. */
export function addAdvanced(program: Command, run: Runner): void {
  const group = addGroup(program, 'advanced', advancedHelp.group);
  addCommand(group, 'outbox', advancedHelp.outbox).option('--json', help.json).action(run.store(outbox));
  addCommand(group, 'resend', advancedHelp.resend)
    .argument('[id]', advancedHelp.resend.id)
    .option('--all-refused', advancedHelp.resend.allRefused)
    .action(run.store(resend));
  addCommand(group, 'retention', advancedHelp.retention)
    .option('--dry-run', help.dryRun)
    .option('--json', help.json)
    .action(run.store(retention));
  addCommand(group, 'migrate', advancedHelp.migrate)
    .option('--dry-run', help.dryRun)
    .action(run.plain(migrateStore));
  addCommand(group, 'copy-to-postgres', advancedHelp.copy)
    .argument('<url>', advancedHelp.copy.url)
    .option('--force', advancedHelp.copy.force)
    .action(run.plain(copy));
}

async function outbox(
  { storage, output, clock, config }: StoreDependencies,
  { json }: { json?: true },
): Promise<void> {
  const { byState, retrying, oldestPendingAt, lastError } = await outboxStatus(storage.reads, clock.now());
  const mails = [
    ...(await listMails(storage.reads, 'pending', SHOWN)),
    ...(await listMails(storage.reads, 'refused', SHOWN)),
  ];
  if (json) {
    await output.json({
      configured: config.smtpUrl !== undefined,
      ...byState,
      retrying,
      oldestPendingAt: isoInstant(oldestPendingAt),
      lastError,
      mails: mails.map(mailShape),
    });
    return;
  }
  await output.result(outboxWords.counts(byState.pending, byState.sent, byState.refused));
  if (oldestPendingAt !== null)
    await output.result(outboxWords.oldest(formatDuration(clock.now() - oldestPendingAt)));
  if (mails.length > 0) await writeMails(output, mails);
  if (byState.pending > SHOWN || byState.refused > SHOWN) output.note(outboxWords.limited(SHOWN));
  if (byState.refused > 0) output.note(outboxWords.refusedHint);
  if (!config.smtpUrl) output.note(outboxWords.noMail);
}

async function writeMails(output: Output, mails: readonly OutboxMail[]): Promise<void> {
  const { columns } = outboxWords;
  const shortId = shortIds(mails.map(({ message_id }) => message_id));
  const [title = '', ...lines] = formatTable<OutboxMail>(
    [
      { title: columns.message, value: ({ message_id }) => shortId(message_id) },
      { title: columns.state, value: ({ state }) => outboxStateNames[state] },
      { title: columns.attempts, value: ({ attempts }) => String(attempts), align: 'right' },
      { title: columns.error, value: ({ last_error }) => last_error ?? '', minWidth: 10 },
      {
        title: columns.due,
        value: ({ state, due_at }) => (state === 'pending' ? formatInstant(due_at) : ''),
      },
      { title: columns.queued, value: ({ created_at }) => formatInstant(created_at), optional: true },
    ],
    mails,
    output.width,
  );
  await output.result('', output.paint('bold', title), ...lines);
}

async function resend(
  dependencies: StoreDependencies,
  { allRefused }: { allRefused?: true },
  idOrPrefix: string | undefined,
): Promise<void> {
  if ((idOrPrefix === undefined) !== (allRefused === true))
    throw new CommandError('usage', outboxWords.which);
  if (idOrPrefix !== undefined) return resendMailOf(dependencies, idOrPrefix);
  const { storage, output, clock, config } = dependencies;
  const count = await resendMails(storage.db, 'refused', clock.now());
  output.note(count === 0 ? outboxWords.noneRefused : outboxWords.requeued(count));
  if (!config.smtpUrl) output.note(outboxWords.noMail);
}
