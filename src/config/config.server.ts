import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseEnv } from 'node:util';
import * as v from 'valibot';
import { decodeUtf8 } from './decode-utf8.server.ts';

/** Lists every wrong variable, not only the first. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: { variable: string; expected: string }[];

  constructor(problems: ConfigError['problems']) {
    super(problems.map(({ variable, expected }) => `${variable}\u00a0: ${expected}`).join('\n'));
    this.problems = problems;
  }
}

const isWhole = (text: string, min: number, max: number) =>
  /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;

const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.check((text) => isWhole(text, min, max), `un nombre entier de ${min} à ${max}`),
    v.transform(Number),
  );

const address = v.pipe(
  v.string(),
  v.regex(
    // Only the domain may have accents, because few mail servers accept them before the @.
    /^(?!.*[\s<>",;])[!-?A-~]+@(?:[^@']+\.[^@']+|localhost)$/,
    'une adresse e-mail seule, comme contact@exemple.fr',
  ),
);

const urlOf = (protocols: string[], expected: string, isValid: (url: URL) => boolean) =>
  v.pipe(
    v.string(),
    v.check((text) => {
      const url = URL.parse(text);
      // Blanks are refused, because a comment after one would become part of the value.
      return url !== null && !/\s/.test(text) && protocols.includes(url.protocol) && isValid(url);
    }, expected),
  );

const origin = v.pipe(
  urlOf(
    ['http:', 'https:'],
    'une adresse sans chemin, comme https://www.exemple.fr',
    ({ pathname, search }) => pathname === '/' && search === '',
  ),
  v.transform((text) => new URL(text).origin),
);

const passwordSigns =
  ' (mot de passe\u00a0: %23 pour #, %2F pour /, %3F pour\u00a0?, %40 pour @, %25 pour\u00a0%)';

/** Refuses unencoded special characters in a user name or password: `#`, `/` and `?` would end the host. */
function isWellEncoded({ username, password, pathname, search, hash }: URL): boolean {
  if (hash || pathname.includes('@') || (pathname === '' && search.includes('@'))) return false;
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

/** Refused forms of address: several hosts make no URL, and the named options would have no effect. */
const postgresRules = [
  [
    'un seul serveur\u00a0: pour passer à un autre, donnez-lui un nom qui change de place',
    /^[^/]*\/\/[^/?]*,/,
  ],
  [
    'une adresse sans schema=\u00a0: le site prend le schéma du compte (alter role vitrine set search_path = …)',
    /[?&]schema=/,
  ],
  [
    'une adresse avec sslmode=verify-full, sans quoi channel_binding n’a pas d’effet',
    /^(?!.*[?&]sslmode=(?!disable)).*[?&]channel_binding=require/,
  ],
] as const;

const followsPostgresRules = postgresRules.map(([expected, wrong]) =>
  v.check<string, string>((text) => !wrong.test(text), expected),
);

/** Replaces these modes by `verify-full`: `pg` verifies the server in them too, but warns at each command. */
function verifying(databaseUrl: string): string {
  const isCompatible = databaseUrl.includes('uselibpqcompat=true');
  return isCompatible
    ? databaseUrl
    : databaseUrl.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** Matches what a shell would have replaced, since Docker and systemd keep it: quotes, comments, `~`, `$HOME`, `%h`. */
const UNREAD = /^[~$%]|["']$|\s#|^[a-z]:\\/i;

/** Refuses a misspelt `requireTLS`, which would let mails cross a network unencrypted. */
function hasValidRequireTls(smtpUrl: string): boolean {
  const options = [...new URL(smtpUrl).searchParams].filter(([name]) => /^requiretls$/i.test(name));
  return options.every(([name, value]) => name === 'requireTLS' && value === 'true');
}

/** The settings by name; each is read from the variable of that name, such as SITE_URL for `siteUrl`. */
const settings = v.object({
  host: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w.:%[\]-]+$/, 'un nom d’hôte ou une adresse IP'),
      // `localhost` has two addresses, and for the second Fastify would open a server without our limits and shutdown.
      v.transform((host) => (host === 'localhost' ? '127.0.0.1' : host.replace(/^\[(.+)\]$/, '$1'))),
    ),
    '127.0.0.1',
  ),
  port: v.optional(wholeNumber(0, 65535), '3000'),
  /** Path of a Unix socket that replaces `host` and `port`; Linux allows 107 bytes. */
  socket: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^\/.{1,106}$/.test(text) && !UNREAD.test(text),
        'un chemin entier, comme /run/vitrine/3001/site.sock, sans guillemets ni commentaire',
      ),
    ),
  ),
  /** Origin of the site, without a final slash. */
  siteUrl: v.optional(origin),
  dataDir: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => !UNREAD.test(text),
        'un dossier écrit en entier, comme /var/lib/vitrine, sans ~, $HOME, %h, guillemets ni commentaire',
      ),
    ),
    './data',
  ),
  /** Without this setting the store is a SQLite file in `dataDir`. */
  databaseUrl: v.optional(
    v.pipe(
      v.string(),
      ...followsPostgresRules,
      urlOf(
        ['postgres:', 'postgresql:'],
        `une adresse PostgreSQL comme postgres://utilisateur:motdepasse@hote:5432/base${passwordSigns}`,
        isWellEncoded,
      ),
      v.transform(verifying),
    ),
  ),
  /** Without this setting messages are stored and nothing is e-mailed. */
  smtpUrl: v.optional(
    v.pipe(
      urlOf(
        ['smtp:', 'smtps:'],
        `une adresse SMTP comme smtps://utilisateur:motdepasse@mail.exemple.fr:465${passwordSigns}`,
        // `smtp:mail.exemple.fr:587` is a URL without a host, which would mean this machine.
        (url) => isWellEncoded(url) && url.hostname !== '' && /^\/?$/.test(url.pathname),
      ),
      v.check(hasValidRequireTls, 'requireTLS=true, écrit ainsi, à la fin de l’adresse'),
    ),
  ),
  /** Without this setting, as without `contactTo`, mails use the studio's contact address. */
  mailFrom: v.optional(address),
  contactTo: v.optional(address),
  mailRetrySeconds: v.optional(wholeNumber(1, 900), '30'),
  /** Address that gets a JSON notice of each message; its path may be a secret. */
  notifyUrl: v.optional(
    urlOf(
      ['http:', 'https:'],
      'une adresse sans nom ni mot de passe, comme https://ntfy.sh/un-sujet-difficile-a-deviner',
      // `fetch` refuses an address that holds a user name or a password.
      ({ username, password }) => username + password === '',
    ),
  ),
  trustProxy: v.optional(wholeNumber(0, 10), '0'),
  /** Contact messages per network in 10 minutes; a day allows half as many again. Null sets no limit. */
  rateLimit: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => text === 'off' || isWhole(text, 1, 100_000),
        'un nombre entier de 1 à 100000, ou off',
      ),
      v.transform((text) => (text === 'off' ? null : Number(text))),
    ),
    '5',
  ),
  /** Origin of the API when it is on another host; undefined when it is the site's own. */
  apiUrl: v.optional(origin),
});

const variableOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The variables that `.env` may hold; only the build reads STUDIO_DIR. */
export const environmentVariables = [...Object.keys(settings.entries).map(variableOf), 'STUDIO_DIR'];

export type Config = Readonly<ReturnType<typeof readConfig>>;

/**
 * Reads the configuration. Blanks around a value are ignored, and an empty value counts as absent, so `.env.example` is valid
 * unchanged.
 * @throws {ConfigError} listing every wrong variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const names = Object.keys(settings.entries);
  const given = names.map((name) => [name, env[variableOf(name)]?.trim() || undefined]);
  const { success, issues, output } = v.safeParse(settings, Object.fromEntries(given), {
    abortPipeEarly: true,
  });
  if (!success)
    throw new ConfigError(
      issues.map((issue) => ({ variable: variableOf(v.getDotPath(issue) ?? '?'), expected: issue.message })),
    );
  return {
    ...output,
    siteUrl: output.siteUrl ?? new URL(`http://localhost:${output.port}`).origin,
    // A Unix socket is reached through a proxy only.
    trustProxy: Math.max(output.trustProxy, output.socket ? 1 : 0),
  };
}

export const SETTINGS_FILE = '.env';

export class SettingsFileError extends Error {
  override name = 'SettingsFileError';
  /** The system's error code, or `NOT_UTF8`. */
  readonly code: string | undefined;
  readonly target: string | undefined;

  constructor(cause: NodeJS.ErrnoException, target: string | undefined) {
    super(cause.message, { cause });
    this.code = cause.code;
    this.target = target;
  }
}

/**
 * Reads the site's settings from `.env` in the working folder; the process's variables override it. Values of `.env` stay out
 * of `process.env`, because child processes would inherit its passwords.
 */
export function readEnvironment(): Config {
  const settings = parseEnv(settingsText());
  refuseUnknownNames(Object.keys(settings));
  trustCertificates(settings[EXTRA_CERTIFICATES]);
  return readConfig({ ...settings, ...process.env });
}

/** Node reads this variable before `.env` is read, so the site applies it itself. */
const EXTRA_CERTIFICATES = 'NODE_EXTRA_CA_CERTS';

/** Parts of known names that occur in other programs' names too (NODE_ENV, HTTP_PROXY) and prove no misspelling. */
const COMMON_WORDS = ['NODE', 'PROXY'];

/** Refuses unknown names in the file that resemble a known one, such as MAIL_TO, because they would have no effect. */
function refuseUnknownNames(names: readonly string[]): void {
  const known = [...environmentVariables, EXTRA_CERTIFICATES];
  const words = known
    .flatMap((name) => [...name.split('_'), name.replaceAll('_', '')])
    .filter((word) => !COMMON_WORDS.includes(word));
  const resembles = (name: string) => words.some((word) => name.toUpperCase().split('_').includes(word));
  const unknown = names.filter((name) => !known.includes(name) && resembles(name));
  const expected = `un nom connu (${environmentVariables.join(', ')})`;
  if (unknown.length > 0) throw new ConfigError(unknown.map((variable) => ({ variable, expected })));
}

/** Trusts the certificates in a file as well, for mail and PostgreSQL. @throws the system's error when it cannot be read */
function trustCertificates(file: string | undefined): void {
  if (!file || process.env[EXTRA_CERTIFICATES]) return;
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')]);
}

/** Reads `.env` without `loadEnvFile`, which reports an unreadable file as missing. */
function settingsText(): string {
  try {
    const text = decodeUtf8(readFileSync(SETTINGS_FILE));
    if (text === undefined) throw Object.assign(new Error('not UTF-8'), { code: 'NOT_UTF8' });
    return text;
  } catch (error) {
    const isLink = lstatSync(SETTINGS_FILE, { throwIfNoEntry: false })?.isSymbolicLink();
    const cause = error as NodeJS.ErrnoException;
    if (cause.code === 'ENOENT' && !isLink) return '';
    throw new SettingsFileError(cause, isLink ? readlinkSync(SETTINGS_FILE) : undefined);
  }
}
