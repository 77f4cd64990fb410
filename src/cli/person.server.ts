import { commandName } from '../command-name.server.ts';
import {
  columnOf,
  countMessages,
  type Erasure,
  eraseMessages,
  iterateMessages,
  type Message,
  mailsOf,
} from '../contact/messages.server.ts';
import { normaliseContact } from '../contact/normalise-contact.ts';
import { isEmailAddress } from '../contact/rules.ts';
import { CommandError, type ExitCode, exitCodes, explainFailure } from '../failure.server.ts';
import type { OutboxMail } from '../mail/outbox.server.ts';
import type { Traces } from '../storage/task-runs.server.ts';
import { counted } from '../words/counted.ts';
import { contactFields } from '../words/form-fields.ts';
import { type Dependencies, keptStores, type StoreDependencies } from './command.server.ts';
import { type Output, writeResult } from './output.server.ts';
import { safeJson } from './text.ts';

const NOTHING = 'Le site ne garde rien sur cette adresse.';

/** Writes everything stored about one address (GDPR, article 15). @throws CommandError `notFound` if there is nothing */
export async function exportPerson(
  dependencies: StoreDependencies,
  text: string | undefined,
  { output: name, force }: { output?: string; force?: true },
): Promise<void> {
  const { storage, clock } = dependencies;
  const email = await requireAddress(dependencies.output, text);
  const mails = Map.groupBy(await mailsOf(storage.reads, email), ({ message_id }) => message_id);
  const messages: unknown[] = [];
  for await (const message of iterateMessages(storage.reads, { email })) {
    messages.push({ ...messageShape(message), mails: (mails.get(message.id) ?? []).map(mailShape) });
  }
  await noteKeptStores(dependencies);
  if (messages.length === 0) throw new CommandError('notFound', NOTHING);
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
 * Erases everything stored about one address (GDPR, article 17) and reports the bytes that remain. It ends with `notFound` if
 * there was nothing.
 */
export async function erasePerson(
  dependencies: StoreDependencies,
  text: string | undefined,
  { force }: { force?: true },
): Promise<ExitCode> {
  const { storage, output } = dependencies;
  const email = await requireAddress(output, text);
  const messages = await countMessages(storage.db, { email });
  if (messages === 0) output.note(NOTHING);
  else {
    output.note(
      `Cette adresse a ${counted(messages, 'message')}. Tout va être effacé définitivement, les e-mails de la file aussi.`,
    );
    await output.confirm('Effacer ces données ?', force);
  }
  // The erasure also runs for an unknown address, because an earlier one may have left traces.
  const erasure = await eraseMessages(storage, { email });
  if (erasure.messages > 0) return reportErasure(dependencies, erasure);
  await noteKeptStores(dependencies);
  return (await reportTraces(dependencies, erasure.traces)) || exitCodes.notFound;
}

/**
 * Reads an address in any form in which people copy it: `Name <address>`, `mailto:`, with invisible characters around it.
 * @param argument if undefined, asks for the address, because other accounts and the shell's history show arguments (P6)
 */
async function requireAddress(output: Output, argument: string | undefined): Promise<string> {
  const text = argument ?? (await output.ask('Adresse e-mail de cette personne\u00a0:'));
  const normalised = (email: string) => normaliseContact({ email }).email;
  const bare = normalised(text);
  const address = /mailto:/i.test(text) ? normalised(decoded(bare.replace(/\?.*/, ''))) : bare;
  if (isEmailAddress(address)) return address;
  throw new CommandError('usage', `« ${text} » n’est pas une adresse e-mail. Exemple : ada@exemple.fr`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reports an erasure and what it does not reach: sent mails, backups, kept stores, bytes left in the store's files. */
export async function reportErasure(dependencies: StoreDependencies, { messages, mails, traces }: Erasure) {
  const { output } = dependencies;
  const { notSent, sending } = mails;
  output.note(`Effacés : ${counted(messages, 'message')}, ${counted(notSent, 'e-mail')} de la file.`);
  if (sending > 0)
    output.note(
      `${counted(sending, 'e-mail est en cours d’envoi et peut encore arriver', 'e-mails sont en cours d’envoi et peuvent encore arriver')} : à effacer aussi dans la boîte du studio.`,
    );
  if (!traces.left)
    output.note('Il n’en reste aucun octet, ni dans le fichier de la base, ni dans son journal.');
  const exitCode = await reportTraces(dependencies, traces);
  output.note(
    'Restent à effacer à la main : les e-mails déjà partis dans la boîte du studio, et les sauvegardes (remplacez-les par une nouvelle).',
  );
  await noteKeptStores(dependencies);
  return exitCode;
}

const bytesLeft = {
  file: `Des octets en restent dans les fichiers de la base, qu’un autre programme lit en ce moment : le site les efface à son passage de chaque heure, une fois cette lecture finie. Pour le faire vous-même : ${commandName} advanced retention`,
  postgres:
    'PostgreSQL en garde encore des traces dans ses fichiers et dans son journal (pg_wal), jusqu’à ce qu’il écrive par-dessus.',
};

/**
 * Reports whether bytes of erased rows are still in the store's files.
 * @returns `unavailable` if the store could not be rewritten, else `ok`
 */
export async function reportTraces(
  { output, config, storage }: StoreDependencies,
  { left, failure }: Traces,
): Promise<ExitCode> {
  if (failure === undefined) {
    if (left) output.note(storage.keepsTraces ? bytesLeft.postgres : bytesLeft.file);
    return exitCodes.ok;
  }
  const { message } = explainFailure(failure, config);
  output.note(
    `Des octets en restent dans les fichiers de la base, qui n’a pas pu être réécrite : le site l’essaie de nouveau chaque heure. Pour le faire vous-même, une fois la cause écartée : ${commandName} advanced retention\nLa cause : ${message}`,
  );
  return exitCodes.unavailable;
}

/** Names the kept stores, because no `person` command reaches them. */
async function noteKeptStores({ output, config }: Dependencies): Promise<void> {
  for (const store of await keptStores(config)) output.note(describeKeptStore(store));
}

export function describeKeptStore({ path, inUse }: { path: string; inUse: boolean }): string {
  return inUse
    ? `Un site lancé sans DATABASE_URL garde encore ses messages dans ${path} : relancez-le avec elle. N’effacez pas ce fichier : ces messages ne sont que là.`
    : `Cette ancienne base, laissée par une restauration ou le passage à PostgreSQL, n’est pas consultée, et aucune commande n’y efface rien ; retirez-la si vous n’en avez plus besoin : ${path}`;
}
