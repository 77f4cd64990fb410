import { randomUUID } from 'node:crypto';
import type { Clock } from '../../src/config/clock.ts';
import { createDelivery, type Delivery } from '../../src/mail/delivery.server.ts';
import { createCompose } from '../../src/mail/notification.server.ts';
import { createTransport } from '../../src/mail/transport.server.ts';
import type { Storage } from '../../src/storage/storage.ts';

/** Delivery from a store to a mail server, as a process of the site has it, by this clock. */
export function deliveryOf(storage: Storage, smtpUrl: string, clock: Clock): Delivery {
  const nothing = () => {};
  return createDelivery({
    storage,
    transport: createTransport(smtpUrl),
    compose: createCompose({ from: 'a@exemple.fr', to: 'b@exemple.fr', siteUrl: 'https://www.exemple.fr' }),
    clock,
    logger: { info: nothing, warn: nothing, error: nothing },
    owner: randomUUID(),
    random: Math.random,
    firstRetryMs: 1_000,
  });
}
