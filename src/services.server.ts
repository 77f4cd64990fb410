import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp } from './app.server.ts';
import type { Clock } from './config/clock.ts';
import type { Config } from './config/config.server.ts';
import { createContactLimiter } from './contact/rate-limit.server.ts';
import { createReceive } from './contact/receive.server.ts';
import { type AcceptedMessage, storeMessage } from './contact/store-message.server.ts';
import { exampleProfile } from './content/example-profile.ts';
import { startUp } from './content/operator.ts';
import type { BuiltSite } from './http/built-site.server.ts';
import { createDocuments, type Documents } from './http/documents.server.ts';
import { type ServerLimits, serverLimits } from './http/limits.server.ts';
import { createMetrics, type Metrics } from './http/metrics.server.ts';
import { createPageViewCounters, type PageViewCounters } from './insights/counters.server.ts';
import { mailAddresses } from './mail/addresses.server.ts';
import { composeContactMail } from './mail/contact-mail.server.ts';
import { createDelivery, type Delivery } from './mail/delivery.server.ts';
import { composeNotice, dropOldNotices, enqueueStuckNotice, postNotice } from './mail/notice.server.ts';
import { outboxStatus, watchOutbox } from './mail/outbox.server.ts';
import { createTransport, mayCrossInTheClear, parseSmtpUrl } from './mail/smtp.server.ts';
import { followProfile } from './profile/current-profile.server.ts';
import { seedProfile } from './profile/stored-profile.server.ts';
import { startRetention } from './retention/retention.server.ts';
import { migrate } from './storage/migrate.server.ts';
import { openStorage } from './storage/open-storage.server.ts';
import type { Storage } from './storage/storage.ts';

export interface ServicesOptions {
  config: Config;
  clock: Clock;
  logger: Logger;
  site: BuiltSite;
  /** In development documents are not compressed, and the schema may be read through the endpoint. */
  development?: boolean;
  /** Other limits than those of the product, for tests that cannot wait. */
  limits?: ServerLimits;
}

/** The assembled server, for starts and tests. */
export interface Services {
  app: FastifyInstance;
  documents: Documents;
  storage: Storage;
  counters: PageViewCounters;
  metrics: Metrics;
  /** Finishes what began: requests, deliveries, counters; then closes the store. */
  stop(): Promise<void>;
}

/**
 * Opens the store, brings it up to date, and puts the whole server together around it; nothing listens yet. When a part
 * cannot be made, those before it are stopped again.
 */
export async function createServices(options: ServicesOptions): Promise<Services> {
  const { config, clock, logger, site, development = false, limits = serverLimits } = options;
  await using begun = new AsyncDisposableStack();
  const storage = await openReadyStorage(options);
  begun.defer(storage.close);
  const profile = await followProfile(storage.reads, logger);
  begun.defer(profile.stop);
  const documents = await createDocuments({ site, compress: !development, profile, config, logger });

  warnOfMail(config, logger);
  const { mails, notices } = createDeliveries(options, storage);
  if (notices) await dropOldNotices(storage.db, clock.now());
  const outbox = () => outboxStatus(storage.reads, clock.now(), mails !== undefined);
  const onStuck = notices && (() => enqueueStuckNotice(storage.db, clock.now()));
  begun.defer(watchOutbox(outbox, logger, onStuck));
  const metrics = createMetrics(outbox);
  begun.defer(startRetention({ storage, clock, logger }));
  const counters = createPageViewCounters(storage, clock, logger);
  begun.defer(counters.stop);
  const store = async (message: AcceptedMessage) => {
    const { id, failure } = await storeMessage(storage, message, clock.now(), notices !== undefined);
    if (id !== undefined) for (const queue of [mails, notices]) queue?.wake();
    if (failure) logger.warn({ err: failure }, 'message stored although the store failed');
  };
  const limiter = createContactLimiter(storage, config.rateLimit, config.databaseUrl);

  const app = createApp({
    config,
    clock,
    logger,
    introspection: development,
    profile,
    receive: metrics.counting(createReceive({ store, limiter })),
    counters,
    documents,
    site,
    health: {
      checkStore: () => ping(storage),
      details: async () => ({ outbox: await outbox() }),
    },
    metrics,
    limits,
  });

  // Both at once: a delivery that hangs must not get its grace time only after the last request.
  begun.defer(async () => {
    await Promise.all([app.close(), mails?.stop(), notices?.stop()]);
  });
  mails?.start();
  notices?.start();

  const running = begun.move();
  let stopped: Promise<void> | undefined;
  return {
    app,
    documents,
    storage,
    counters,
    metrics,
    stop: () => (stopped ??= running.disposeAsync()),
  };
}

async function ping({ reads }: Storage): Promise<void> {
  await reads.selectFrom('task_run').select('name').limit(1).execute();
}

async function openReadyStorage({ config, clock, logger }: ServicesOptions): Promise<Storage> {
  const storage = await openStorage({ databaseUrl: config.databaseUrl, dataDir: config.dataDir });
  try {
    await storage.removeLeftovers();
    const migrated = await migrate(storage);
    if (migrated.length > 0) logger.info(startUp.migrated(migrated));
    await seedProfile(storage.db, exampleProfile, clock.now());
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Creates the deliveries that are asked for: mails to the studio (`SMTP_URL`), notices (`NOTIFY_URL`). */
function createDeliveries({ config, clock, logger }: ServicesOptions, storage: Storage) {
  const common = {
    storage,
    clock,
    logger,
    owner: randomUUID(),
    random: Math.random,
    monotonic: () => performance.now(),
    firstRetryMs: config.mailRetrySeconds * 1000,
  };
  const deliveries: { mails?: Delivery; notices?: Delivery } = {};
  if (config.smtpUrl) {
    const addresses = mailAddresses(config);
    const transport = createTransport({ url: config.smtpUrl, name: addresses.host });
    deliveries.mails = createDelivery({
      ...common,
      send: async (message, id, signal) =>
        transport.send(await composeContactMail(message, id, addresses), signal),
    });
  }
  const { notifyUrl } = config;
  if (notifyUrl) {
    deliveries.notices = createDelivery({
      ...common,
      queue: 'notice',
      send: (message, id, signal) => postNotice(notifyUrl, composeNotice(message, id), signal),
    });
  }
  return deliveries;
}

/** Warns of an `SMTP_URL` that is missing, or that lets mails cross a network in the clear. */
function warnOfMail({ smtpUrl }: Config, logger: Logger): void {
  const address = smtpUrl && parseSmtpUrl(smtpUrl);
  if (!address) logger.warn(startUp.noMail);
  else if (mayCrossInTheClear(address))
    logger.warn({ host: address.host }, 'mails may cross the network in the clear');
}
