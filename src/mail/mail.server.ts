import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { commandName } from '../command-name.server.ts';
import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { repeat } from '../config/repeat.server.ts';
import type { Storage } from '../storage/storage.ts';
import { composeContactMail, mailAddresses } from './contact-mail.server.ts';
import { createDelivery, type Delivery, type DeliveryOptions } from './delivery.server.ts';
import { composeNotice, dropOldNotices, enqueueStuckNotice, postNotice } from './notice.server.ts';
import { type OutboxStatus, outboxStatus, watchOutbox } from './outbox.server.ts';
import { createTransport, parseSmtpUrl } from './smtp.server.ts';

const HOUR_MS = 3_600_000;

export interface MailOptions {
  config: Pick<Config, 'smtpUrl' | 'notifyUrl' | 'siteUrl' | 'mailFrom' | 'contactTo' | 'mailRetrySeconds'>;
  storage: Storage;
  clock: Clock;
  logger: Logger;
}

export type MailQueues = ReturnType<typeof registerMail>;

/** Delivers mails to the studio (`SMTP_URL`) and notices (`NOTIFY_URL`) while the app runs, and watches the outbox. */
export function registerMail(app: FastifyInstance, options: MailOptions) {
  const { config, storage, clock, logger } = options;
  warnOfMail(config, logger);
  const deliveries = createDeliveries(options);
  const notifies = config.notifyUrl !== undefined;
  if (notifies) {
    const drop = () => dropOldNotices(storage.db, clock.now()).catch(() => {});
    app.addHook('onClose', repeat(HOUR_MS, drop, { atOnce: true }));
  }
  let asking: Promise<OutboxStatus> | undefined;
  /** Callers share one running query, so that a locked table blocks at most one connection. */
  const status = () =>
    (asking ??= outboxStatus(storage.reads, clock.now(), config.smtpUrl !== undefined).finally(() => {
      asking = undefined;
    }));
  const onStuck = notifies ? () => enqueueStuckNotice(storage.db, clock.now()) : undefined;
  app.addHook('onClose', watchOutbox(status, logger, onStuck));

  let stopped: Promise<unknown> | undefined;
  const stop = () => (stopped ??= Promise.all(deliveries.map((each) => each.stop())));
  app.addHook('onReady', async () => {
    for (const each of deliveries) each.start();
  });
  // The stop is not awaited here, so that deliveries and the last requests use the same grace time.
  app.addHook('preClose', async () => void stop());
  app.addHook('onClose', async () => void (await stop()));
  return {
    /** Whether each message also queues a notice (`NOTIFY_URL`). */
    notifies,
    wake(): void {
      for (const each of deliveries) each.wake();
    },
    status,
  };
}

function createDeliveries({ config, storage, clock, logger }: MailOptions): Delivery[] {
  const common = {
    storage,
    clock,
    logger,
    owner: randomUUID(),
    random: Math.random,
    monotonic: () => performance.now(),
    firstRetryMs: config.mailRetrySeconds * 1000,
  };
  const { smtpUrl, notifyUrl } = config;
  const deliveries: Delivery[] = [];
  if (smtpUrl) {
    const addresses = mailAddresses(config);
    const transport = createTransport({ url: smtpUrl, name: addresses.host });
    const send: DeliveryOptions['send'] = async (message, id, signal) =>
      transport.send(await composeContactMail(message, id, addresses), signal);
    deliveries.push(createDelivery({ ...common, queue: 'outbox', send }));
  }
  if (notifyUrl) {
    const send: DeliveryOptions['send'] = (message, id, signal) =>
      postNotice(notifyUrl, composeNotice(message, id), signal);
    deliveries.push(createDelivery({ ...common, queue: 'notice', send }));
  }
  return deliveries;
}

/** Warns of an `SMTP_URL` that is missing, or that lets mails cross a network unencrypted. */
function warnOfMail({ smtpUrl }: Pick<Config, 'smtpUrl'>, logger: Logger): void {
  const address = smtpUrl && parseSmtpUrl(smtpUrl);
  if (!address)
    logger.warn(
      `Aucun e-mail ne part : SMTP_URL n’est pas défini. Les messages sont gardés ; pour les lire : ${commandName} messages list`,
    );
  else if (address.mayBeClear)
    logger.warn({ host: address.host }, 'mails may cross the network in the clear');
}
