import { expect, it } from 'vitest';
import { type Config, type ConfigError, readConfig } from './config.server.ts';

it('needs nothing for a local run', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    siteUrl: 'http://localhost:3000',
    dataDir: './data',
    mailRetrySeconds: 30,
    trustProxy: 0,
    rateLimit: 5,
  });
});

const verified = 'postgres://a/b?sslmode=verify-full&channel_binding=require';

it.each<[variable: string, value: string, config: Partial<Config>]>([
  ['PORT', '', { port: 3000 }],
  ['PORT', '65535 ', { port: 65535 }],
  ['RATE_LIMIT', 'off\r', { rateLimit: null }],
  ['HOST', '[fe80::1%br-lan]', { host: 'fe80::1%br-lan' }],
  // `localhost` has two addresses, so one is chosen.
  ['HOST', 'localhost', { host: '127.0.0.1' }],
  ['DATABASE_URL', 'postgres://a/b?sslmode=require&channel_binding=require', { databaseUrl: verified }],
  [
    'DATABASE_URL',
    'postgresql://a/b?application_name=site&sslmode=prefer',
    { databaseUrl: 'postgresql://a/b?application_name=site&sslmode=verify-full' },
  ],
  ['DATABASE_URL', 'postgres://a/b?sslmode=verify-ca&channel_binding=require', { databaseUrl: verified }],
  ['SITE_URL', 'https://www.exemple.fr/', { siteUrl: 'https://www.exemple.fr' }],
  ['SITE_URL', 'http://192.168.0.2:3000', { siteUrl: 'http://192.168.0.2:3000' }],
  ['SOCKET', '/run/vitrine/site.sock', { socket: '/run/vitrine/site.sock', trustProxy: 1 }],
])('reads %s=%j as %j', (variable, value, config) => {
  expect(readConfig({ [variable]: value })).toMatchObject(config);
});

it.each([
  ['DATA_DIR', '/srv/a~b$c'],
  ['DATA_DIR', "/srv/l'été#1%h"],
  ['SMTP_URL', 'smtp://mail.exemple.fr:587/?pool=true'],
  ['SMTP_URL', 'smtp://mail.exemple.fr:587?requireTLS=true&pool=true'],
  ['SMTP_URL', 'smtps://contact:p@ss@mail.exemple.fr'],
  ['DATABASE_URL', 'postgres://127.0.0.1/vitrine?user=site@studio&sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://a/b?sslmode=require&uselibpqcompat=true'],
  ['MAIL_FROM', 'site-1@localhost'],
  ['CONTACT_TO', 'Jean@Société.fr'],
  ['NOTIFY_URL', 'http://ntfy.sh/a?m={{.text}}'],
  ['NOTIFY_URL', 'https://ntfy.sh/sujet'],
])('accepts %s=%s unchanged', (variable, value) => {
  expect(Object.values(readConfig({ [variable]: value }))).toContain(value);
});

it.each([
  // Only a shell expands these, so the store would be in a folder of that name.
  ['DATA_DIR', '~/vitrine', 'écrit en entier'],
  ['DATA_DIR', '$HOME/vitrine', 'écrit en entier'],
  // Docker and systemd keep quotes that a shell would remove.
  ['DATA_DIR', "'/var/lib/vitrine'", 'guillemets'],
  ['DATA_DIR', '/var/lib/vitrine"', 'guillemets'],
  ['DATA_DIR', '/srv/data # note', 'commentaire'],
  ['DATA_DIR', '%h/data', '%h'],
  ['DATA_DIR', 'C:\\data', 'comme /var/lib/vitrine'],
  ['SOCKET', '/run/vitrine/site.sock # note', 'commentaire'],
  ['SOCKET', 'site.sock', 'chemin entier'],
  ['SOCKET', `/${'x'.repeat(107)}`, 'chemin entier'],
  ['PORT', 'x80', 'de 0 à 65535'],
  ['HOST', '127.0.0.1 # note', 'adresse IP'],
  ['SITE_URL', 'https://www.exemple.fr # note', 'sans chemin'],
  ['SITE_URL', 'https://www.exemple.fr?a', 'sans chemin'],
  ['DATABASE_URL', 'postgres://nom:secret@a.exemple:5432,b.exemple:5432/base', 'un seul serveur'],
  ['DATABASE_URL', 'postgres://nom:secret@a.exemple/base?schema=site', 'search_path'],
  ['DATABASE_URL', 'postgres://nom:secret@a.exemple/base?channel_binding=require', 'sslmode=verify-full'],
  ['NOTIFY_URL', 'ftp://ntfy.sh/sujet', 'https://'],
  ['NOTIFY_URL', 'https://nom:secret@ntfy.sh/sujet', 'https://'],
  ['SMTP_URL', 'smtp:mail.exemple.fr:587', '@mail.exemple.fr:465'],
  ['SMTP_URL', 'smtps:///mail.exemple.fr', '@mail.exemple.fr:465'],
  ['SMTP_URL', 'smtps://mail.exemple.fr/boite', '@mail.exemple.fr:465'],
  // This request for TLS would be ignored.
  ['SMTP_URL', 'smtp://mail.exemple.fr:587?requireTLS=1', 'requireTLS=true'],
  ['SMTP_URL', 'smtp://mail.exemple.fr:587?requireTLS=true;pool=true', 'requireTLS=true'],
  ['SMTP_URL', 'smtp://mail.exemple.fr:587/?pool=true&requiretls=true', 'requireTLS=true'],
  ['RATE_LIMIT', '0', 'un nombre entier de 1 à 100000, ou off'],
  ['RATE_LIMIT', '100001', 'un nombre entier de 1 à 100000, ou off'],
])('refuses %s=%s and says what is expected', (variable, value, expected) => {
  const problem = { variable, expected: expect.stringContaining(expected) };
  expect(problemsOf({ [variable]: value })).toMatchObject([problem]);
});

const noAddress = ['Studio <a@exemple.fr>', 'a@exemple', 'zoé@exemple.fr', 'a@b@exemple.fr', 'a@exemple.f@r']
  .concat([...' <>",;'].map((sign) => `a@exemple${sign}s.fr`))
  .concat("a@ex'emple.fr");

it.each(noAddress)('refuses %s, which is not one address alone', (address) => {
  for (const variable of ['MAIL_FROM', 'CONTACT_TO'])
    expect(problemsOf({ [variable]: address })).toMatchObject([{ variable }]);
});

const oddPasswords = ['pa/ss', '25#ss', '12/ss', '12?ss', '100%ss'];

it.each(oddPasswords)('refuses the password %s, and says how to write it in an address', (password) => {
  for (const [variable, address] of [
    ['SMTP_URL', 'smtps://contact:@@mail.exemple.fr:465'],
    ['DATABASE_URL', 'postgres://vitrine:@@127.0.0.1/vitrine'],
  ] as const) {
    const [{ expected } = { expected: '' }] = problemsOf({ [variable]: address.replace('@', password) });
    for (const sign of ['%23', '%2F', '%3F', '%40', '%25']) expect(expected).toContain(sign);
    expect(expected).not.toContain('ss@');
    const written = address.replace('@', encodeURIComponent(password));
    expect(() => readConfig({ [variable]: written })).not.toThrow();
  }
});

it('names every wrong variable at once', () => {
  const wrong = {
    PORT: '80a',
    SITE_URL: 'exemple.fr',
    DATABASE_URL: 'mysql://localhost/x',
    SMTP_URL: 'mail.exemple.fr',
    MAIL_FROM: 'Studio <contact@exemple.fr>',
    CONTACT_TO: 'personne',
    MAIL_RETRY_SECONDS: '0',
    TRUST_PROXY: 'true',
    RATE_LIMIT: '-1',
    API_URL: 'https://api.exemple.fr/graphql',
  };
  expect(problemsOf(wrong).map(({ variable }) => variable)).toEqual(Object.keys(wrong));
  for (const problem of problemsOf(wrong)) expect(problem.expected).toMatch(/^une? /);
});

function problemsOf(env: Record<string, string>) {
  try {
    readConfig(env);
  } catch (error) {
    return (error as ConfigError).problems;
  }
  throw new Error('readConfig accepted the environment');
}
