import type { Generated } from 'kysely';

/** The tables as Kysely sees them; `migrations/` is what creates them. Instants are milliseconds since 1970. */
export interface Database {
  profile: {
    id: number;
    name: string;
    metier: string;
    /** HTML, already cleaned. */
    presentation: string;
    projects: string;
    tech_stacks: string;
    /** Grows by one at each change, so that caches notice. */
    version: number;
    updated_at: number;
  };
  message: {
    id: string;
    received_at: number;
    fullname: string;
    email: string;
    /** The address in lower case, its domain in ASCII, for look-ups. */
    email_key: string;
    subject: string;
    phone: string;
    body: string;
    /** `api`: GraphQL; `page`: the form posted without JavaScript. */
    origin: 'api' | 'page';
    /** Always `new` now: earlier versions wrote other states. */
    status: string;
    suspect: 0 | 1;
    /** Reason codes separated by commas, empty when not suspect. */
    suspect_reasons: string;
    /** Digest of the five fields, to recognise an identical message. */
    fingerprint: string;
    /** Written by earlier versions only. */
    note: Generated<string>;
  };
  outbox: OutboxTable;
  /** The queue of the notices to `NOTIFY_URL`. */
  notice: OutboxTable;
  page_view: {
    /** `YYYY-MM-DD`, Europe/Paris. */
    day: string;
    path: string;
    referrer: string;
    device: Device;
    views: number;
  };
  task_run: {
    name: string;
    ran_at: number;
    /** The task's own note on its last run: counts as JSON, or a mark. */
    outcome: string;
  };
}

/** `pending` also covers a row under lease; `refused` is a permanent failure that an operator may resend. */
export type OutboxState = 'pending' | 'sent' | 'refused';

interface OutboxTable {
  message_id: string;
  /** Also the left part of the Message-ID header, the same at every attempt. */
  id: string;
  state: OutboxState;
  attempts: number;
  /** Instant of queueing; for a refused mail that is sent again, of queueing again. */
  created_at: number;
  due_at: number;
  lease_owner: string | null;
  lease_until: number | null;
  /** A code such as `ECONNREFUSED` or `SMTP 550`, never personal data. */
  last_error: string | null;
  sent_at: number | null;
}

/** Classes of visitors' devices, by which page views are counted. */
export const devices = ['phone', 'tablet', 'desktop'] as const;

export type Device = (typeof devices)[number];

/** Every table that holds data worth keeping, parents before the children that refer to them. */
export const storedTables = ['profile', 'message', 'outbox', 'notice', 'page_view', 'task_run'] as const;

export type StoredTable = (typeof storedTables)[number];
