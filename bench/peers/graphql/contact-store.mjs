import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const migrations = new URL('../../../migrations/', import.meta.url);

const insertMessage = `INSERT INTO message VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'api', 'new', 0, '', ?)`;
const insertMail = `INSERT INTO outbox (id, message_id, state, attempts, created_at, due_at)
  VALUES (?, ?, 'pending', 0, ?, ?)`;

/**
 * Stores messages in the site's own tables, as durably: WAL, a sync per commit, message and mail in one transaction.
 * Nothing is checked, limited, screened or recognised as a repetition: less work than the site does.
 * @param {'one' | 'group'} commit one per message, or one for all of the same turn of the event loop
 * @returns {(input: Record<string, string>) => unknown} resolves once the message is durable
 */
export function createContactStore(commit) {
  const db = new DatabaseSync(join(process.env.DATA_DIR, 'vitrine.db'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  for (const name of readdirSync(migrations).sort())
    db.exec(readFileSync(new URL(`${name}/sqlite.sql`, migrations), 'utf8'));
  const message = db.prepare(insertMessage);
  const mail = db.prepare(insertMail);

  function put({ fullname, email, subject, phone = '', message: body }) {
    const [id, now] = [randomUUID(), Date.now()];
    const fingerprint = createHash('sha256').update(JSON.stringify([fullname, email, subject, phone, body]));
    message.run(
      id,
      now,
      fullname,
      email,
      email.toLowerCase(),
      subject,
      phone,
      body,
      fingerprint.digest('base64url'),
    );
    mail.run(randomUUID(), id, now, now);
  }

  function putAll(inputs) {
    db.exec('BEGIN IMMEDIATE');
    for (const input of inputs) put(input);
    db.exec('COMMIT');
  }

  return commit === 'one' ? (input) => putAll([input]) : inGroups(putAll);
}

function inGroups(putAll) {
  let waiting = [];
  const flush = () => {
    const group = waiting;
    waiting = [];
    putAll(group.map(({ input }) => input));
    for (const { resolve } of group) resolve();
  };
  return (input) =>
    new Promise((resolve) => {
      if (waiting.push({ input, resolve }) === 1) setImmediate(flush);
    });
}
