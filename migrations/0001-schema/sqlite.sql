-- Instants are milliseconds since 1970 (UTC). Booleans are 0 or 1. JSON is text.
CREATE TABLE profile (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  metier TEXT NOT NULL,
  presentation TEXT NOT NULL,
  projects TEXT NOT NULL,
  tech_stacks TEXT NOT NULL,
  version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- With row numbers: rows of half a kilobyte make a deep tree without.
CREATE TABLE message (
  id TEXT PRIMARY KEY NOT NULL,
  received_at INTEGER NOT NULL,
  fullname TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  subject TEXT NOT NULL,
  phone TEXT NOT NULL,
  body TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('api', 'page')),
  status TEXT NOT NULL CHECK (status IN ('new', 'read', 'done')),
  suspect INTEGER NOT NULL CHECK (suspect IN (0, 1)),
  suspect_reasons TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX message_received_at ON message (received_at, id);
CREATE INDEX message_email_key ON message (email_key);
CREATE INDEX message_suspect ON message (received_at, id) WHERE suspect = 1;
CREATE INDEX message_fingerprint ON message (fingerprint, received_at);

CREATE TABLE outbox (
  message_id TEXT NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'refused')),
  attempts INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  lease_owner TEXT,
  lease_until INTEGER,
  last_error TEXT,
  sent_at INTEGER,
  PRIMARY KEY (message_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'pending';
CREATE INDEX outbox_refused ON outbox (created_at) WHERE state = 'refused';

-- The notices to NOTIFY_URL, in a queue like that of the mails.
CREATE TABLE notice (
  message_id TEXT NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'refused')),
  attempts INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  lease_owner TEXT,
  lease_until INTEGER,
  last_error TEXT,
  sent_at INTEGER,
  PRIMARY KEY (message_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX notice_due ON notice (due_at) WHERE state = 'pending';

CREATE TABLE page_view (
  day TEXT NOT NULL,
  path TEXT NOT NULL,
  referrer TEXT NOT NULL,
  device TEXT NOT NULL,
  views INTEGER NOT NULL,
  PRIMARY KEY (day, path, referrer, device)
) STRICT, WITHOUT ROWID;

CREATE TABLE task_run (
  name TEXT PRIMARY KEY,
  ran_at INTEGER NOT NULL,
  outcome TEXT NOT NULL
) STRICT, WITHOUT ROWID;
