import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { LEASE_MS } from '../../src/mail/lease-watch.server.ts';
import { openStorage, type StorageLocation } from '../../src/storage/open-storage.server.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { deliveryOf } from './delivering.ts';

export interface KillPlan {
  location: StorageLocation;
  kills: number;
  /** Acknowledged messages that each life reaches before it is killed. */
  messagesPerLife: number;
}

export interface KillReport {
  acknowledged: number;
  /** Acknowledged, and not in the store: must be empty. */
  lost: string[];
  /** Stored more than once. */
  repeated: string[];
  /** Stored without a mail in the queue, or mails without a message. */
  unmatched: number;
  /** Messages of which no mail arrived. */
  undelivered: string[];
  /** Mails beyond one per message. */
  extraMails: number;
  /** Mails of one message with different Message-IDs. */
  differentIds: number;
}

/** Lets a writer live until it has acknowledged enough, kills it with SIGKILL, and gives what it acknowledged. */
async function liveAndDie(plan: KillPlan, smtpUrl: string, life: number): Promise<string[]> {
  const script = fileURLToPath(new URL('writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(plan.location), smtpUrl, String(life)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === plan.messagesPerLife) child.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  if (signal !== 'SIGKILL') throw new Error(`life ${life} ended by itself, with code ${code}`);
  return acknowledged;
}

/** Delivers the rest as a process would that has watched the leases of the dead for long enough. */
async function deliverRest(location: StorageLocation, smtpUrl: string): Promise<void> {
  const storage = await openStorage(location);
  let passed = 0;
  const delivery = deliveryOf(storage, smtpUrl, () => passed);
  for (; passed <= LEASE_MS; passed += 10_000) await delivery.idle();
  await delivery.stop();
  await storage.close();
}

async function readStore(location: StorageLocation) {
  const storage = await openStorage(location);
  const rows = await storage.db
    .selectFrom('message')
    .leftJoin('outbox', 'outbox.message_id', 'message.id')
    .select(['message.body', 'outbox.id as mail'])
    .execute();
  await storage.close();
  return rows;
}

/** Kills a writing, delivering process again and again, and counts what became of each message (R1). */
export async function killRepeatedly(plan: KillPlan): Promise<KillReport> {
  const sink = await startSmtpSink();
  const acknowledged: string[] = [];
  for (let life = 1; life <= plan.kills; life += 1) {
    acknowledged.push(...(await liveAndDie(plan, sink.url, life)));
  }
  await deliverRest(plan.location, sink.url);
  await sink.stop();

  const rows = await readStore(plan.location);
  const stored = new Map<string, number>();
  for (const { body } of rows) stored.set(body, (stored.get(body) ?? 0) + 1);
  const ids = new Map<string, string[]>();
  for (const { parsed } of sink.messages) {
    const body = /life-\d+-message-\d+/.exec(parsed.text ?? '')?.[0] ?? '';
    ids.set(body, [...(ids.get(body) ?? []), parsed.messageId ?? '']);
  }
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((body) => !stored.has(body)),
    repeated: [...stored].filter(([, count]) => count > 1).map(([body]) => body),
    unmatched: rows.filter(({ mail }) => mail === null).length,
    undelivered: [...stored.keys()].filter((body) => !ids.has(body)),
    extraMails: sink.messages.length - ids.size,
    differentIds: [...ids.values()].filter((list) => new Set(list).size > 1).length,
  };
}
