import type { Generated } from 'kysely';

/** The tables as Kysely sees them; `migrations/` creates them. Instants are milliseconds since 1970. */
export interface Database {
  profile: {
    id: number;
    name: string;
    metier: string;
    /** The presentation is HTML that was cleaned before it was stored. */
    presentation: string;
    projects: string;
    tech_stacks: string;
    /** The version grows by one at each change, which tells running processes to read again. */
    version: number;
    updated_at: number;
  };
  message: {
    id: string;
    received_at: number;
    fullname: string;
    email: string;
    /** The address in lower case, with its domain in ASCII, for comparisons. */
    email_key: string;
    subject: string;
    phone: string;
    body: string;
    /** `api` is GraphQL, `page` the form posted without JavaScript. */
    origin: 'api' | 'page';
    /** Always `new` today; earlier versions wrote other states. */
    status: string;
    suspect: 0 | 1;
    /** Reason codes separated by commas; empty if the message is not suspect. */
    suspect_reasons: string;
    /** Digest of the five fields, by which an identical message is recognised. */
    fingerprint: string;
    /** Only earlier versions wrote notes. */
    note: Generated<string>;
  };
  outbox: OutboxTable;
  /** The queue of the notices to `NOTIFY_URL`. */
  notice: OutboxTable;
  page_view: {
    /** A day in Paris, `YYYY-MM-DD`. */
    day: string;
    path: string;
    referrer: string;
    device: Device;
    views: number;
  };
  task_run: {
    name: string;
    ran_at: number;
    /** The task's note about its last run, as JSON or as a mark. */
    outcome: string;
  };
}

/** A row under lease is `pending` too; `refused` is final unless an operator sends the mail again. */
export type OutboxState = 'pending' | 'sent' | 'refused';

interface OutboxTable {
  message_id: string;
  /** The identifier is also the left part of the Message-ID header, the same at every attempt. */
  id: string;
  state: OutboxState;
  attempts: number;
  /** When the mail was queued, or queued again after a refusal. */
  created_at: number;
  due_at: number;
  lease_owner: string | null;
  lease_until: number | null;
  /** A code such as `ECONNREFUSED` or `SMTP 550`, never personal data. */
  last_error: string | null;
  sent_at: number | null;
}

/** Classes of devices by which page views are counted. */
export const devices = ['phone', 'tablet', 'desktop'] as const;

export type Device = (typeof devices)[number];

/** Every table with data worth keeping, parents before the children that refer to them. */
export const storedTables = ['profile', 'message', 'outbox', 'notice', 'page_view', 'task_run'] as const;

export type StoredTable = (typeof storedTables)[number];
