import { randomUUID } from 'node:crypto';
import { systemClock } from '../../src/config/clock.ts';
import { createDelivery, type Delivery, type DeliveryOptions } from '../../src/mail/delivery.server.ts';
import { createCompose, type Mail } from '../../src/mail/notification.server.ts';
import { createTransport } from '../../src/mail/smtp.server.ts';
import type { Storage } from '../../src/storage/storage.ts';

/** Delivers from a store to a mail server as a process of the site does, with other clocks or another transport if asked. */
export function deliveryOf(
  storage: Storage,
  smtpUrl: string,
  instead: Partial<DeliveryOptions<Mail>> = {},
): Delivery {
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
    monotonic: () => performance.now(),
    ...instead,
  });
}
