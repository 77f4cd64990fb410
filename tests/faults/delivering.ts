import { randomUUID } from 'node:crypto';
import { systemClock } from '../../src/config/clock.ts';
import { createDelivery, type Delivery } from '../../src/mail/delivery.server.ts';
import { createCompose } from '../../src/mail/notification.server.ts';
import { createTransport } from '../../src/mail/smtp.server.ts';
import type { Storage } from '../../src/storage/storage.ts';

/** Delivery from a store to a mail server, as a process of the site has it. `monotonic`: its steady clock, in milliseconds. */
export function deliveryOf(storage: Storage, smtpUrl: string, monotonic = () => performance.now()): Delivery {
  const nothing = () => {};
  return createDelivery({
    storage,
    transport: createTransport({ url: smtpUrl, name: 'www.exemple.fr' }),
    compose: createCompose({ from: 'a@exemple.fr', to: 'b@exemple.fr', siteUrl: 'https://www.exemple.fr' }),
    clock: systemClock,
    logger: { info: nothing, warn: nothing, error: nothing },
    owner: randomUUID(),
    random: Math.random,
    firstRetryMs: 1_000,
    monotonic,
  });
}
