-- Whether a message came before within ten minutes is looked up beside the store (src/contact/recent-fingerprints.server.ts): as
-- an index the fingerprints, which fall anywhere, were half of what each message writes.
DROP INDEX message_fingerprint;
