import { describe, expect, it } from 'vitest';
import { type ConfigError, readConfig } from './config.server.ts';

describe('readConfig', () => {
  it('needs nothing for a local run', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      siteUrl: 'http://localhost:3000',
      dataDir: './data',
      mailRetrySeconds: 30,
      trustProxy: 0,
      rateLimit: 20,
    });
  });

  it('takes an empty variable as absent', () => {
    expect(readConfig({ PORT: '', SMTP_URL: ' ' }).port).toBe(3000);
  });

  it('leaves the blanks around a value out', () => {
    const config = readConfig({ PORT: '3001 ', RATE_LIMIT: 'off\r', DATA_DIR: ' ./data\n' });
    expect(config).toMatchObject({ port: 3001, rateLimit: null, dataDir: './data' });
  });

  it('takes addresses of this machine, and an address of IPv6 as URLs write it', () => {
    const config = readConfig({ HOST: '[::1]', MAIL_FROM: 'site@localhost', CONTACT_TO: 'studio@localhost' });
    expect(config).toMatchObject({ host: '::1', mailFrom: 'site@localhost', contactTo: 'studio@localhost' });
  });

  it('keeps the origin of SITE_URL and turns the limit off', () => {
    const config = readConfig({ SITE_URL: 'https://www.exemple.fr/', RATE_LIMIT: 'off' });
    expect(config.siteUrl).toBe('https://www.exemple.fr');
    expect(config.rateLimit).toBeNull();
  });

  it.each(['~', '~/vitrine', '$HOME/vitrine'])(
    'refuses the folder %s, which only a shell knows: another of that name would hold the store',
    (folder) =>
      expect(problemsOf({ DATA_DIR: folder })).toMatchObject([
        { variable: 'DATA_DIR', expected: expect.stringContaining('écrit en entier') },
      ]),
  );

  it.each(['./data', '/srv/a~b$c', '~vitrine'])('takes the folder %s as it stands', (folder) => {
    expect(readConfig({ DATA_DIR: folder }).dataDir).toBe(folder);
  });

  it.each(['ntfy.sh/sujet', 'ftp://ntfy.sh/sujet', 'https://nom:secret@ntfy.sh/sujet'])(
    'refuses NOTIFY_URL=%s',
    (address) => {
      expect(problemsOf({ NOTIFY_URL: address })).toMatchObject([
        { variable: 'NOTIFY_URL', expected: expect.stringContaining('https://') },
      ]);
      expect(readConfig({ NOTIFY_URL: 'https://ntfy.sh/a?tpl=1&m={{.text}}' }).notifyUrl).toContain(
        '{{.text}}',
      );
    },
  );

  it('listens at one address for the name that has two', () => {
    expect(readConfig({ HOST: 'localhost' }).host).toBe('127.0.0.1');
  });

  it.each([
    ['SMTP_URL', 'smtps://studio:100%sûr@mail.exemple.fr'],
    ['DATABASE_URL', 'postgres://vitrine:50%@127.0.0.1/vitrine'],
  ])('refuses a password in %s that cannot be decoded, and says how to write it', (variable, address) => {
    expect(problemsOf({ [variable]: address })).toMatchObject([
      { variable, expected: expect.stringContaining('%25') },
    ]);
    expect(() => readConfig({ [variable]: address.replace('%', '%25') })).not.toThrow();
  });

  it.each(['smtp:mail.exemple.fr:587', 'smtp://', 'smtps:///mail.exemple.fr'])(
    'refuses the mail server of %s, which names no host',
    (address) => {
      expect(problemsOf({ SMTP_URL: address })).toMatchObject([
        { variable: 'SMTP_URL', expected: expect.stringContaining('@mail.exemple.fr:465') },
      ]);
    },
  );

  it.each([
    ['SMTP_URL', 'smtps://contact:pa/ss@mail.exemple.fr:465'],
    ['SMTP_URL', 'smtps://contact:25#ss@mail.exemple.fr:465'],
    ['SMTP_URL', 'smtps://contact:12/ss@mail.exemple.fr:465'],
    ['SMTP_URL', 'smtps://contact:12?ss@mail.exemple.fr:465'],
    ['DATABASE_URL', 'postgres://vitrine:pa/ss@127.0.0.1/vitrine'],
    ['DATABASE_URL', 'postgres://vitrine:25#ss@127.0.0.1/vitrine'],
    ['DATABASE_URL', 'postgres://vitrine:12/ss@127.0.0.1/vitrine'],
    ['DATABASE_URL', 'postgres://vitrine:12?ss@127.0.0.1/vitrine'],
  ])(
    'refuses in %s a password that ends the address early (%s), and says how to write it',
    (variable, address) => {
      const [{ expected } = { expected: '' }] = problemsOf({ [variable]: address });
      for (const sign of ['%23', '%2F', '%3F', '%40', '%25']) expect(expected).toContain(sign);
      expect(expected).not.toContain('ss@');
      const written = address.replace(
        /:([^:/]+?)([/#?])ss@/,
        (_, start, sign) => `:${start}${encodeURIComponent(sign)}ss@`,
      );
      expect(() => readConfig({ [variable]: written })).not.toThrow();
    },
  );

  it.each(['?requireTLS=1', '?requireTLS', '/?pool=true&requiretls=true'])(
    'refuses in SMTP_URL an order to encrypt that would not be understood: %s',
    (end) => {
      expect(problemsOf({ SMTP_URL: `smtp://mail.exemple.fr:587${end}` })).toMatchObject([
        { variable: 'SMTP_URL', expected: expect.stringContaining('requireTLS=true') },
      ]);
    },
  );

  it.each([
    ['SMTP_URL', 'smtp://mail.exemple.fr:587/?pool=true'],
    ['SMTP_URL', 'smtp://mail.exemple.fr:587?requireTLS=true&pool=true'],
    ['SMTP_URL', 'smtp://mail.exemple.fr:587?requireTLS=false'],
    ['SMTP_URL', 'smtps://contact:p@ss@mail.exemple.fr'],
    ['DATABASE_URL', 'postgres://127.0.0.1/vitrine?user=site@studio&sslmode=verify-full'],
  ])('takes %s as %s', (variable, address) => {
    expect(() => readConfig({ [variable]: address })).not.toThrow();
  });

  it.each([
    'Studio <a@exemple.fr>',
    'a@exemple.fr,',
    'a,b@exemple.fr',
    'a@exemple.fr;b@exemple.fr',
    'a@exemple',
    'zoé@exemple.fr',
  ])('refuses %s, which is not one address alone', (address) => {
    for (const variable of ['MAIL_FROM', 'CONTACT_TO'])
      expect(problemsOf({ [variable]: address })).toMatchObject([{ variable }]);
  });

  it('takes an address with accents in its domain', () => {
    const config = readConfig({ MAIL_FROM: 'site@école.fr', CONTACT_TO: 'Jean@Société.fr' });
    expect([config.mailFrom, config.contactTo]).toEqual(['site@école.fr', 'Jean@Société.fr']);
  });

  it('takes a PostgreSQL address without a host: a socket of this machine', () => {
    const databaseUrl = 'postgres:///vitrine?host=/var/run/postgresql';
    expect(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
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

  it.each(['0', '-1', '1.5', '200000', 'beaucoup'])(
    'says that the limit may be off as well (%s)',
    (limit) => {
      const expected = 'un nombre entier de 1 à 100000, ou off';
      expect(problemsOf({ RATE_LIMIT: limit })).toEqual([{ variable: 'RATE_LIMIT', expected }]);
    },
  );
});

function problemsOf(env: Record<string, string>) {
  try {
    readConfig(env);
  } catch (error) {
    return (error as ConfigError).problems;
  }
  throw new Error('readConfig accepted the environment');
}
