-- A mail has one identifier, which is the left part of its Message-ID as well, and its key begins with its message. Mails that wait
-- keep the name that a mail server may know already.
UPDATE outbox SET id = mail_id;
ALTER TABLE outbox DROP CONSTRAINT outbox_pkey, ADD PRIMARY KEY (message_id, id), DROP COLUMN mail_id;
DROP INDEX outbox_message;
