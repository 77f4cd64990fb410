-- Each group of messages writes a third fewer pages. Messages are in a table with row numbers: rows of half a kilobyte make a deep
-- tree without. A mail has one identifier, the left part of its Message-ID as well, and its key begins with its message: two indexes
-- less. Mails that wait keep the name that a mail server may know already.
CREATE TABLE message_by_row (
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
  fingerprint TEXT NOT NULL
) STRICT;

INSERT INTO message_by_row SELECT * FROM message ORDER BY received_at, id;

CREATE TABLE mail_kept AS
SELECT message_id, mail_id AS id, state, attempts, created_at, due_at, lease_owner, lease_until, last_error, sent_at
FROM outbox;

-- The mails first: they go with their messages.
DROP TABLE outbox;
DROP TABLE message;
ALTER TABLE message_by_row RENAME TO message;

CREATE INDEX message_received_at ON message (received_at, id);
CREATE INDEX message_email_key ON message (email_key);
CREATE INDEX message_suspect ON message (received_at, id) WHERE suspect = 1;

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

INSERT INTO outbox SELECT * FROM mail_kept ORDER BY message_id, id;
DROP TABLE mail_kept;

CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'pending';
CREATE INDEX outbox_refused ON outbox (created_at) WHERE state = 'refused';
