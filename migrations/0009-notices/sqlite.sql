-- What is to be told to NOTIFY_URL, in a queue like that of the mails. An earlier version that still runs does not see it.
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
