-- An identical message of the last ten minutes is looked up in the store again, as on PostgreSQL.
CREATE INDEX message_fingerprint ON message (fingerprint, received_at);
-- The signed time of issue of the form is gone, and with it its secret.
DROP TABLE secret;
