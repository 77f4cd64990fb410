import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { contactMutation } from '../../src/contact/mutation.ts';
import { createDatabase } from '../support/postgres.ts';
import { type Site, startSite } from '../support/site.ts';
import { sinkForTest } from '../support/smtp-sink.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A visitor's words, which must not be found outside the store. */
const visitor = {
  fullname: 'Quirine Xylander',
  email: 'quirine.xylander@courrier.example',
  subject: 'Projet web à discuter',
  phone: '+33 6 98 76 54 31',
  message: 'Zygomatique : ma phrase secrète que personne d’autre ne doit lire.',
};
const traces = ['quirine', 'xylander', 'courrier.example', '98 76 54 31', 'zygomatique', 'phrase secr'];

let site: Site;

function tracesIn(text: string): string[] {
  return traces.filter((trace) => text.toLowerCase().includes(trace));
}

async function post(path: string, type: string, body: string): Promise<number> {
  const headers = { 'content-type': type };
  const answer = await fetch(`${site.url}${path}`, { method: 'POST', headers, body, redirect: 'manual' });
  await answer.arrayBuffer();
  return answer.status;
}

const api = (input: unknown) =>
  post('/graphql', 'application/json', JSON.stringify({ query: contactMutation, variables: { input } }));
const form = (input: Record<string, string>) =>
  post('/contact', 'application/x-www-form-urlencoded', new URLSearchParams(input).toString());

/** Does everything a visitor can cause, refused and accepted, by the API and by the form. */
async function fullRun(): Promise<void> {
  expect(await api(visitor)).toBe(200);
  expect(await form({ ...visitor, message: `${visitor.message} Encore.` })).toBe(303);
  expect(await api({ ...visitor, email: 'quirine.xylander@', phone: 'zygomatique' })).toBe(200);
  expect(await form({ ...visitor, fullname: 'X' })).toBe(422);
  await post('/graphql', 'application/json', `{"query":"${visitor.message}`);
  await post('/graphql', 'text/plain', visitor.message);
  await post('/graphql', 'application/json', JSON.stringify({ query: `{ a(b: "${visitor.email}") }` }));
  await post('/graphql', 'application/json', visitor.message.repeat(2_000));
  await post('/contact', 'application/x-www-form-urlencoded', visitor.message.repeat(2_000));
  const view = { path: `/${visitor.fullname}`, referrer: visitor.email };
  await post('/insights/view', 'text/plain', JSON.stringify(view));
  await fetch(`${site.url}/nulle-part?nom=${encodeURIComponent(visitor.fullname)}&email=${visitor.email}`);
}

/** Makes the store refuse every further message with an error that quotes it, as a careless trigger or constraint would. */
const breakSqlite = (dataDir: string) => {
  const db = new DatabaseSync(join(dataDir, 'vitrine.db'), { timeout: 10_000 });
  db.exec(`create trigger refuse before insert on outbox begin
    insert into profile (id) select null; end`);
  db.close();
};

async function breakPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('alter table message add constraint short check (length(body) < 3) not valid');
  await client.end();
}

describe.each(['sqlite', 'postgres'] as const)('after a full run on %s', (engine) => {
  it('nothing a visitor wrote is in what the server printed, nor in a file outside the store', async () => {
    const sink = await sinkForTest();
    sink.mode = 'permanent';
    const databaseUrl = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : '';
    // These folders hold the server's store and its temporary files.
    const [dataDir, temporary] = [await temporaryFolder(), await temporaryFolder()];
    const mail = { SMTP_URL: sink.url, MAIL_RETRY_SECONDS: '1' };
    const env = { ...mail, DATABASE_URL: databaseUrl, TMPDIR: temporary };
    site = await startSite({ env, dataDir });
    onTestFinished(site.kill);
    await fullRun();
    await expect.poll(() => site.output()).toMatch(/SMTP 550.*mail to be retried/);
    sink.mode = 'temporary';
    expect(await api({ ...visitor, message: `${visitor.message} Une autre.` })).toBe(200);
    await expect.poll(() => site.output()).toMatch(/SMTP 450.*mail to be retried/);

    if (engine === 'postgres') await breakPostgres(databaseUrl);
    else breakSqlite(dataDir);
    expect(await api({ ...visitor, message: `${visitor.message} Refusée.` })).toBe(503);
    expect(await form({ ...visitor, message: `${visitor.message} Refusée aussi.` })).toBe(503);
    await expect.poll(() => site.output()).toMatch(/"level":50.*(23514|ERR_SQLITE_ERROR)/);

    expect(tracesIn(site.output())).toEqual([]);
    for (const folder of [dataDir, temporary])
      for (const file of readdirSync(folder)) {
        const text = readFileSync(join(folder, file), 'latin1');
        if (!/^vitrine\.db(-wal|-shm)?$/.test(file)) expect(tracesIn(text), file).toEqual([]);
      }
    if (engine === 'sqlite') {
      expect(tracesIn(readFileSync(join(dataDir, 'vitrine.db-wal'), 'latin1'))).not.toEqual([]);
    }
  });
});
