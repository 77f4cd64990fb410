import { commandName } from '../command-name.server.ts';
import { type ExitCode, exitCodes } from '../failure.server.ts';
import { listMails, outboxStatus, resendRefused } from '../mail/outbox.server.ts';
import { createQueue } from '../mail/queue.server.ts';
import { countDue, runRetention } from '../retention/retention.server.ts';
import type { TrustedClock } from '../retention/trusted-clock.ts';
import { migrate as migrateStore, migrationStatus } from '../storage/migrate.server.ts';
import { openStorage } from '../storage/open-storage.server.ts';
import { counted } from '../words/counted.ts';
import { type Dependencies, openExisting, type StoreDependencies } from './command.server.ts';
import { noSmtp } from './mail.server.ts';
import { describeMail, shortId } from './messages.server.ts';
import type { Output } from './output.server.ts';
import { reportTraces } from './person.server.ts';
import { formatInstant, formatTable } from './text.ts';

const tableNames = { message: 'messages', page_view: 'pages vues' } as const;

/** At most this many waiting mails are shown, and as many refused ones. */
const MAILS_SHOWN = 20;

/** Shows the queue of mails: its counts, then the waiting and the refused mails, oldest first. */
export async function outbox({ storage, output, clock, config }: StoreDependencies): Promise<void> {
  const { pending, sent, refused } = await outboxStatus(storage.reads, clock.now(), true);
  output.result(`En attente : ${pending}   Partis : ${sent}   Refusés : ${refused}`, '');
  const mails = [
    ...(await listMails(storage.reads, 'pending', MAILS_SHOWN)),
    ...(await listMails(storage.reads, 'refused', MAILS_SHOWN)),
  ];
  const titles = ['Message', 'État', 'En file depuis'] as const;
  const rows = mails.map((mail) => [
    shortId(mail.message_id),
    describeMail(mail, clock.now()),
    formatInstant(mail.created_at),
  ]);
  if (rows.length > 0) output.result(...formatTable(titles, rows, output.width, [titles[0], titles[2]]));
  if (pending > MAILS_SHOWN || refused > MAILS_SHOWN)
    output.note(`Seuls les ${MAILS_SHOWN} plus anciens en attente, et refusés, sont montrés.`);
  if (refused > 0) output.note(`Pour renvoyer les refusés : ${commandName} advanced resend`);
  if (!config.smtpUrl) output.note(noSmtp.detail);
}

/** Queues every refused mail again, and makes the waiting ones due now. */
export async function resend({ storage, output, clock }: StoreDependencies): Promise<void> {
  const now = clock.now();
  const refused = counted(
    await resendRefused(storage.db, now),
    'e-mail remis en file',
    'e-mails remis en file',
  );
  const waiting = counted(
    await createQueue(storage, '').makeAllDue(now),
    'en attente avancé',
    'en attente avancés',
  );
  output.note(`${refused}, ${waiting} : le site les envoie dans les deux minutes, dès qu’il tourne.`);
}

/**
 * Erases expired rows with the function that the site's timer runs; as they are due, it asks for no confirmation. A dry run
 * shows the rules and counts, and ends with `refused` while the clock is in doubt. With `force`, the operator vouches for the
 * machine's clock.
 */
export async function retention(
  dependencies: StoreDependencies,
  { dryRun, force }: { dryRun?: true; force?: true },
): Promise<ExitCode> {
  const { storage, clock, output } = dependencies;
  const options = { storage, clock };
  if (dryRun) {
    for (const { table, months, before, count } of await countDue(options))
      output.result(
        `${tableNames[table]} : ${months} mois, tout ce qui date d’avant le ${formatInstant(before)} ; à effacer maintenant : ${count}`,
      );
    return noteDoubt(output, clock);
  }
  const { results, traces } = await runRetention(options, { believe: force ?? false });
  for (const { table, count } of results)
    output.result(`${tableNames[table]} : ${counted(count, 'ligne effacée', 'lignes effacées')}`);
  noteDoubt(output, clock);
  return reportTraces(dependencies, traces);
}

function noteDoubt(output: Output, clock: TrustedClock): ExitCode {
  if (!clock.doubt) return exitCodes.ok;
  output.note(
    `L’horloge de la machine (${formatInstant(clock.machine.now())}) ne s’accorde pas avec celle du site (${formatInstant(clock.now())}) : rien n’est effacé avant l’heure. Vérifiez-la (« date »). Si elle est juste, dites-le : ${commandName} advanced retention --force`,
  );
  return exitCodes.refused;
}

/** Applies pending migrations; creates a missing store, as the server does at its start. */
export async function migrate({ config, output }: Dependencies, { dryRun }: { dryRun?: true }) {
  if (!dryRun) {
    await using storage = await openStorage(config);
    const names = await migrateStore(storage);
    return output.note(
      names.length > 0 ? `Base mise à jour : ${names.join(', ')}` : 'La base est déjà à jour.',
    );
  }
  await using storage = await openExisting(config);
  const { engine, reads: db } = storage;
  const { applied, pending, unknown } = await migrationStatus({ engine, db });
  output.result(
    ...applied.filter((name) => !unknown.includes(name)).map((name) => `✓ ${name}  faite`),
    ...pending.map((name) => `! ${name}  à faire`),
    // `deploy/release` searches for the sign ✗ before it returns to an older version.
    ...unknown.map((name) => `✗ ${name}  inconnue de cette version du site`),
  );
}
