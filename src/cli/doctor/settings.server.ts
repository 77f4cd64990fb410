import type { Config } from '../../config/config.server.ts';
import { mailAddresses } from '../../mail/contact-mail.server.ts';
import { sqliteFile } from '../../storage/sqlite/store-file.server.ts';
import { settingsWords as words } from './words.ts';

/** Lists the settings as the site understands them, without passwords. */
export function describeSettings(config: Config): string[] {
  const { host, port, siteUrl, apiUrl, databaseUrl, dataDir, smtpUrl, notifyUrl } = config;
  const { from, to } = mailAddresses(config);
  return [
    words.site(siteUrl, apiUrl),
    words.listens(config.socket ?? `${host}:${port}`),
    words.store(databaseUrl ? withoutPassword(databaseUrl) : sqliteFile(dataDir)),
    smtpUrl ? words.mail(withoutPassword(smtpUrl), from, to) : words.noMail,
    // The path may be a secret.
    ...(notifyUrl ? [words.notices(new URL(notifyUrl).origin)] : []),
    words.visitors(config.trustProxy, config.rateLimit),
  ];
}

function withoutPassword(text: string): string {
  const url = new URL(text);
  if (url.password) url.password = '***';
  return url.href;
}
