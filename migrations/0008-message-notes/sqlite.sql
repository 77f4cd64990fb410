-- The studio's own note on a message; empty when there is none.
ALTER TABLE message ADD COLUMN note TEXT NOT NULL DEFAULT '';
