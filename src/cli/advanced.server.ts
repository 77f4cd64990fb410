import type { ClockState } from '../clock/judge-clock.ts';
import { type ExitCode, exitCodes } from '../failure.server.ts';
import { listMails, outboxStatus, resendRefused } from '../mail/outbox.server.ts';
import { createQueue } from '../mail/queue.server.ts';
import { countDue, runRetention } from '../retention/retention.server.ts';
import { migrate as migrateStore, migrationStatus } from '../storage/migrate.server.ts';
import { openStorage } from '../storage/open-storage.server.ts';
import { migrateWords, outboxWords, retentionWords } from './advanced-words.ts';
import { type Dependencies, openExisting, type StoreDependencies, withStorage } from './command.server.ts';
import { mailWords } from './mail-words.ts';
import { describeMail, shortId } from './messages.server.ts';
import type { Output } from './output.server.ts';
import { reportTraces } from './person.server.ts';
import { formatInstant, formatTable } from './text.ts';

/** Of each state. */
const MAILS_SHOWN = 20;

/** Shows the queue of mails: its counts, and what waits or was refused, oldest first. */
export async function outbox({ storage, output, clock, config }: StoreDependencies): Promise<void> {
  const { pending, sent, refused } = await outboxStatus(storage.reads, clock.now(), true);
  output.result(outboxWords.counts(pending, sent, refused), '');
  const mails = [
    ...(await listMails(storage.reads, 'pending', MAILS_SHOWN)),
    ...(await listMails(storage.reads, 'refused', MAILS_SHOWN)),
  ];
  const { titles } = outboxWords;
  const rows = mails.map((mail) => [
    shortId(mail.message_id),
    describeMail(mail, clock.now()),
    formatInstant(mail.created_at),
  ]);
  if (rows.length > 0) output.result(...formatTable(titles, rows, output.width, [titles[0], titles[2]]));
  if (pending > MAILS_SHOWN || refused > MAILS_SHOWN) output.note(outboxWords.limited(MAILS_SHOWN));
  if (refused > 0) output.note(outboxWords.refusedHint);
  if (!config.smtpUrl) output.note(mailWords.absent);
}

/** Queues every refused mail again, and makes the waiting ones due now. */
export async function resend({ storage, output, clock }: StoreDependencies): Promise<void> {
  const now = clock.now();
  const count = await resendRefused(storage.db, now);
  const waiting = await createQueue(storage, '').makeAllDue(now);
  output.note(outboxWords.requeued(count, waiting));
}

/**
 * Erases expired rows with the function that the site's timer runs. They are due, so it asks for no confirmation. A dry run
 * shows the rules and the counts and ends with `refused` while the clock is in doubt. With `force`, the operator vouches for the
 * machine's clock.
 */
export async function retention(
  dependencies: StoreDependencies,
  { dryRun, force }: { dryRun?: true; force?: true },
): Promise<ExitCode> {
  const { storage, clock, config, output } = dependencies;
  const options = { storage, clock, sendsMails: config.smtpUrl !== undefined };
  if (force && !dryRun) await clock.believe();
  if (dryRun) {
    for (const { table, months, before, count } of await countDue(options))
      output.result(retentionWords.due(table, months, formatInstant(before), count));
    return noteDoubt(output, clock.state);
  }
  const { results, traces, clock: change } = await runRetention(options);
  for (const { table, count } of results) output.result(retentionWords.deleted(table, count));
  noteDoubt(output, change.state);
  return reportTraces(dependencies, traces);
}

function noteDoubt(output: Output, { doubt, seen, time }: ClockState): ExitCode {
  if (!doubt) return exitCodes.ok;
  output.note(retentionWords.doubt(formatInstant(seen), formatInstant(time)));
  return exitCodes.refused;
}

/** Applies pending migrations; creates a missing store, as the server does at its start. */
export async function migrate(
  { config, output }: Dependencies,
  { dryRun }: { dryRun?: true },
): Promise<void> {
  const words = migrateWords;
  if (!dryRun) {
    const names = await withStorage(openStorage(config), migrateStore);
    return output.note(names.length > 0 ? words.done(names) : words.upToDate);
  }
  const { applied, pending, unknown } = await withStorage(openExisting(config), migrationStatus);
  output.result(
    ...applied.filter((name) => !unknown.includes(name)).map((name) => `✓ ${name}  ${words.applied}`),
    ...pending.map((name) => `! ${name}  ${words.pending}`),
    // `deploy/release` looks for this sign before it goes back to an older version.
    ...unknown.map((name) => `✗ ${name}  ${words.unknown}`),
  );
}
