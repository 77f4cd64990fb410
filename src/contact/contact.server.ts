import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.server.ts';
import { type ContactDocument, registerContactPage } from './contact-page.server.ts';
import { createContactLimiter } from './rate-limit.server.ts';
import { createReceive, type ReceiveMessage, type ReceiveOptions } from './receive.server.ts';

export interface ContactOptions extends Omit<ReceiveOptions, 'limiter'> {
  config: Pick<Config, 'rateLimit' | 'databaseUrl' | 'dataDir' | 'siteUrl'>;
  documents: ContactDocument;
}

/** Serves the contact page, and receives messages through it without JavaScript. @returns receives those of the API */
export function registerContact(
  app: FastifyInstance,
  { config, documents, ...options }: ContactOptions,
): ReceiveMessage {
  const limiter = createContactLimiter(options.storage, config.rateLimit, config.databaseUrl);
  const receive = createReceive({ ...options, limiter });
  registerContactPage(app, { clock: options.clock, documents, receive, config });
  return receive;
}
