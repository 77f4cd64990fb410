import { recipients, rulesOfLaw } from '../../site.ts';
import { type Check, ok, problem, warning } from './finding.server.ts';

/** Providers of mail and databases, recognised by the end of the host name. */
const providers: readonly (readonly [RegExp, string])[] = [
  [/\.gmail\.com$|\.googlemail\.com$|\.google\.com$/, 'Google'],
  [/\.office365\.com$|\.outlook\.com$/, 'Microsoft'],
  [/\.ovh\.(?:net|com)$/, 'OVH'],
  [/\.gandi\.net$/, 'Gandi'],
  [/\.infomaniak\.(?:com|ch)$/, 'Infomaniak'],
  [/\.ionos\.(?:fr|com)$/, 'IONOS'],
  [/\.brevo\.com$|\.sendinblue\.com$/, 'Brevo'],
  [/\.mailjet\.com$/, 'Mailjet'],
  [/\.mailgun\.org$/, 'Mailgun'],
  [/\.sendgrid\.net$/, 'SendGrid'],
  [/\.amazonaws\.com$/, 'Amazon'],
  [/\.postmarkapp\.com$/, 'Postmark'],
  [/\.neon\.tech$/, 'Neon'],
  [/\.supabase\.(?:co|com)$/, 'Supabase'],
];

export const legalChecks = {
  /** Compares the privacy page with the settings (PRIV-2), and names the rules of law that nobody has reviewed for a year. */
  async law({ config, clock }) {
    for (const url of [config.smtpUrl, config.databaseUrl]) {
      const host = url === undefined ? '' : new URL(url).hostname;
      const [, name] = providers.find(([end]) => end.test(host)) ?? [];
      if (name && !recipients.toLowerCase().includes(name.toLowerCase()))
        return problem(
          `${host} est à ${name}, que la page Confidentialité ne nomme pas`,
          'Nommez cette société dans studio.yaml (mail, host ou storage), avec son pays, puis reconstruisez le site.',
        );
    }
    if (config.rateLimit === null)
      return problem(
        'la page Confidentialité dit que l’adresse IP limite les envois, et RATE_LIMIT vaut off',
        'Retirez RATE_LIMIT\u00a0: 5 messages par adresse en dix minutes, sans lequel un robot remplit la boîte aux lettres.',
      );
    const aYearAgo = new Date(clock.now());
    aYearAgo.setUTCFullYear(aYearAgo.getUTCFullYear() - 1);
    const old = rulesOfLaw.filter(({ read }) => read < aYearAgo.toISOString().slice(0, 10));
    return old.length > 0
      ? warning(
          `règles jamais relues, ou il y a plus d’un an : ${old.map(({ rule, address }) => `${rule} (${address})`).join(', ')}`,
          'Mettez le site à jour, ou relisez ces règles : docs/operations/legal.md.',
        )
      : ok();
  },
} satisfies Readonly<Record<string, Check>>;
