import { DatabaseSync } from 'node:sqlite';
import { fingerprintOf } from '../../../src/contact/fingerprint.server.ts';
import { contactSubjects } from '../../../src/content/specified-form-texts.ts';
import { contactRequest } from '../../measure/requests.mjs';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
const PER_COMMIT = 10_000;
/** Older than 12 months: what the next retention run erases. */
const EXPIRED = 1000;

/**
 * Fills a migrated store with messages spread over the last year, each with a sent mail, and some older than that.
 * @param {string} file @param {number} count @param {number} now milliseconds since 1970
 */
export function fillStore(file, count, now) {
  const db = new DatabaseSync(file);
  // Only for filling; the site opens the store with its own settings.
  db.exec('PRAGMA synchronous = OFF');
  const message = db.prepare(`INSERT INTO message VALUES (?, ?, ?, ?, ?, ?, '', ?, 'api', ?, 0, '', ?)`);
  const mail = db.prepare(`INSERT INTO outbox VALUES (?, ?, 'sent', 1, ?, ?, NULL, NULL, NULL, ?)`);
  for (let index = 0; index < count; index++) {
    if (index % PER_COMMIT === 0) db.exec(index === 0 ? 'BEGIN' : 'COMMIT; BEGIN');
    const [row, id] = [messageAt(index, count, now), idAt(index)];
    message.run(id, ...row);
    mail.run(id, `o${id}`, row[0], row[0], row[0]);
  }
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

function idAt(index) {
  return `${index.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`;
}

function messageAt(index, count, now) {
  const expired = index < Math.min(EXPIRED, count / 10);
  const age = expired ? YEAR_DAYS + 5 : (YEAR_DAYS - 2) * (1 - index / count);
  const { fullname, message } = contactRequest.variables.input;
  const email = `visiteur${index % (count / 4)}@exemple.fr`;
  const subject = contactSubjects[index % contactSubjects.length];
  const body = message.replace('@@', `${index}`);
  const fingerprint = fingerprintOf({ fullname, email, subject, phone: '', message: body });
  const status = index % 3 === 0 ? 'new' : 'done';
  return [Math.round(now - age * DAY_MS), fullname, email, email, subject, body, status, fingerprint];
}
