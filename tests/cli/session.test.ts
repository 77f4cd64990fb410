import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createProgram } from '../../src/cli/program.server.ts';
import { DAY_MS } from '../../src/config/clock.ts';
import { freePort } from '../support/site.ts';
import { sinkForTest } from '../support/smtp-sink.ts';
import { testStore } from './test-store.ts';

// Everything that an operator reads, approved as a whole: `vitest -u` writes the files again, and git shows the difference.

const store = testStore('all');
const NOW = Date.parse('2026-11-29T09:30Z');

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterAll(() => void vi.useRealTimers());

/** Hides what differs from one run, or one machine, to the next. */
function masked(text: string): string {
  return text
    .replaceAll(store.file(''), '/DOSSIER')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})?/g, 'IDENTIFIANT')
    .replace(/avant-[\dT-]+/g, 'avant-INSTANT')
    .replace(/[\d,]+\u00a0[MG]o/g, 'TAILLE')
    .replace(/(127\.0\.0\.1:)\d+/g, '$1PORT')
    .replace(/\((ENOTFOUND|EAI_AGAIN)\)/g, '(ENOTFOUND)')
    .replace(/vitrine \d\S+.*/g, 'vitrine VERSION')
    .replace(/\d+ valeurs/g, 'NOMBRE valeurs')
    .replace(/^[✓!] (Base de données {2,}).*(\n {20,}→.*)?/gm, '$1…');
}

/** Commander's own words, and passwords. */
const UNSAID = /Usage: |Options:|Commands:|display help|choices:|default:|error:|Did you mean|too many|pa55/;

/** Runs command lines, which begin with their variables as in a shell; `2>` marks the lines of stderr. */
async function sessionOf(lines: readonly string[]): Promise<string> {
  let session = '';
  for (const line of lines) {
    const words = line.split(' ').filter(Boolean);
    const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
    const env = Object.fromEntries(words.slice(0, first).map((word) => word.split(/=(.*)/)));
    const { code, stdout, stderr } = await store.runWith(env, ...words.slice(first));
    expect(stdout + stderr, line).not.toMatch(UNSAID);
    session += `$ ${line}\n${stdout}${stderr.replace(/^(?=.)/gm, '2> ')}[${code}]\n\n`;
  }
  return masked(session);
}

const pathsOf = (command: Command, path = ''): string[] => [
  path,
  ...command.commands.flatMap((child) => pathsOf(child, `${path}${child.name()} `)),
];

it('every command is explained in the approved words', async () => {
  const paths = pathsOf(createProgram(process, async () => {}));
  const session = await sessionOf(paths.map((path) => `${path}--help`));
  await expect(session).toMatchFileSnapshot('help.txt');
});

it('an operator reads the approved words', async () => {
  const ids = await store.add(
    { at: NOW - 2 * DAY_MS, message: { fullname: 'Ada Lovelace', email: 'Ada@Example.org' } },
    { at: NOW - DAY_MS, message: { fullname: 'www.x.fr', suspectReasons: ['address-in-name', 'honeypot'] } },
    { at: NOW - 3_600_000, message: { message: 'Une boutique de thés', phone: '' } },
  );
  const [ada = '', robot = '', late = ''] = ids;
  const view = { path: '/', referrer: 'annuaire.fr', device: 'phone' as const };
  const views = Object.entries({ '2026-11-28': 3, '2026-10-03': 30, '2026-09-03': 20 });
  await store.open(async ({ db }) => {
    const rows = views.map(([day, count]) => ({ ...view, day, views: count }));
    await db.insertInto('page_view').values(rows).execute();
    const mailOf = (id: string) => db.updateTable('outbox').where('message_id', '=', id);
    await mailOf(ada)
      .set({ state: 'sent', sent_at: NOW - DAY_MS })
      .execute();
    await mailOf(robot).set({ state: 'refused', last_error: 'SMTP 550' }).execute();
    await mailOf(late)
      .set({ last_error: 'SMTP 451', due_at: NOW + 60_000 })
      .execute();
  });
  const receiver = createServer((_request, response) => response.end());
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void receiver.close());
  const notify = `NOTIFY_URL=http://127.0.0.1:${(receiver.address() as AddressInfo).port}/pa55`;
  await writeFile(
    store.file('p.json'),
    '{"name": "", "metier": "x", "presentation": "<p></p>", "projects": 1}',
  );
  const sink = await sinkForTest();
  await writeFile(store.file('cut.json'), '{ "name": ');
  const smtp = `SMTP_URL=${sink.url}`;
  const withPassword = 'SMTP_URL=smtps://a:pa55@mail.exemple.fr';
  const postgres = 'DATABASE_URL=postgres://a:pa55@db.exemple.fr/vitrine?password=pa55';
  const [site, api] = ['SITE_URL=https://site.invalid', 'API_URL=https://api.invalid'];
  const [file, nowhere] = [store.file('copie.db'), `DATA_DIR=${store.file('absent')}`];
  const session = await sessionOf([
    ...[`${nowhere} messages list`, `${nowhere} backup b.db`, `${nowhere} ${site} doctor`],
    ...['', 'messages', 'messages lst', 'messages list --limi', 'messages show', 'doctor x'],
    ...['messages list --limit 0', 'messages show ffff', 'person export ada', 'person erase -a@b.fr'],
    ...['messages list', 'messages list --limit 2', 'messages list --limit 3', 'COLUMNS=70 messages list'],
    ...['messages list --suspect', 'messages list orchidée', 'messages search BOUTIQUE thes'],
    ...ids.map((id) => `messages show ${id}`),
    ...['messages export --suspect', `messages delete ${late}`],
    ...[
      'insights',
      'insights --days 500',
      'insights --month',
      'insights --from 03/10/2026 --to 2026-10-03',
      'insights --to 2026-11-01 --days 1',
      'insights --month 2026-13',
    ],
    ...['insights --from 31/02/2026', 'insights --from hier', 'insights --from 2020-02-02 --to 2020-02-01'],
    ...[
      'insights --from 2026-11-29 --to 2026-12-04',
      'insights --from 2026-11-30',
      'insights --month --days 3',
      'insights --mail',
      `${smtp} insights --mail --month 2026-10`,
    ],
    ...[
      'mail test',
      `${smtp} ${notify} mail test`,
      `${smtp} NOTIFY_URL=http://127.0.0.1:${await freePort()}/ mail test`,
      'advanced outbox',
      'advanced resend',
      'advanced resend',
    ],
    ...['doctor', `${site} ${smtp} HOST=0.0.0.0 TRUST_PROXY=1 RATE_LIMIT=off doctor`, 'advanced retention'],
    ...[`${site} ${api} doctor`, 'doctor --settings'],
    ...[
      `${site} ${api} ${withPassword} ${postgres} ${notify} RATE_LIMIT=off TRUST_PROXY=2 doctor --settings`,
    ],
    ...[
      `profile import ${store.file('absent')}`,
      `profile import ${store.file('p.json')}`,
      `profile import ${store.file('cut.json')}`,
      'profile edit',
    ],
    ...[
      `backup ${file}`,
      `${site} TRUST_PROXY=1 doctor`,
      `backup ${file}`,
      `restore ${file} --dry-run`,
      'person export ADA@example.org',
    ],
    ...[
      'person erase ada@example.org',
      'person erase ada@example.org --force',
      `restore ${file} --force`,
      `DATA_DIR=${store.file('moved')} restore ${file} --force`,
    ],
    ...['person export nemo@example.org', `messages delete ${robot} --force`, `messages show ${robot}`],
    ...['advanced retention --dry-run', 'advanced migrate', 'advanced migrate --dry-run'],
    ...[`advanced visit ${store.file('none.sock')}`],
  ]);
  const mails = sink.messages.map(({ parsed }) => `${parsed.subject}\n\n${parsed.text}`);
  await expect(session + mails.join('\n')).toMatchFileSnapshot('session.txt');
  expect(await readdir(store.file('.'))).toEqual(['copie.db', 'cut.json', 'data', 'moved', 'p.json']);
});
