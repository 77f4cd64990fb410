import { checkContact } from '../../src/contact/rules.ts';
import { type AcceptedMessage, storeMessage } from '../../src/contact/store-message.server.ts';
import type { Storage } from '../../src/storage/storage.ts';

export function aMessage(changes: Partial<AcceptedMessage> = {}): AcceptedMessage {
  const { values } = checkContact({
    fullname: 'Zoé Lefèvre',
    email: 'Zoe.Lefevre@example.org',
    subject: 'Projet web à discuter',
    phone: '+33 6 12 34 56 78',
    message: 'Bonjour,\nun site pour notre association ?',
  });
  return { ...values, origin: 'api', suspectReasons: [], ...changes };
}

/** The fields of a visitor's message, as the API and the form take them. */
export const contactInput = {
  fullname: 'Ada Exemple',
  email: 'ada@exemple.fr',
  subject: 'Autre question ou remarque',
  message: 'Un message assez long.',
} as const;

export function handClock(start = Date.UTC(2026, 10, 20, 9, 30)) {
  let now = start;
  const advance = (milliseconds: number) => {
    now += milliseconds;
  };
  return { now: () => now, advance };
}

/** Stores messages of one instant, each in its own transaction, in order. */
export async function storeMessages(storage: Storage, messages: readonly AcceptedMessage[], now: number) {
  const stored: Awaited<ReturnType<typeof storeMessage>>[] = [];
  for (const message of messages) {
    const result = await storeMessage(storage, message, now);
    // The row is dated by hand, because the site dates no message before the newest one.
    if (result.id !== undefined)
      await storage.db.updateTable('message').set({ received_at: now }).where('id', '=', result.id).execute();
    stored.push(result);
  }
  return stored;
}
