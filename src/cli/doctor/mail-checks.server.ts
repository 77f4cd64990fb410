import { commandName } from '../../command-name.server.ts';
import { mailAddresses } from '../../mail/contact-mail.server.ts';
import { NOTICE_LIFE_MS } from '../../mail/notice.server.ts';
import { outboxStatus } from '../../mail/outbox.server.ts';
import { parseSmtpUrl } from '../../mail/smtp.server.ts';
import { counted } from '../../words/counted.ts';
import { mailFix, noSmtp, siteTransport } from '../mail.server.ts';
import { type Check, ok, problem, unlessLocal, warning } from './finding.server.ts';

export const mailChecks = {
  /** Connects to the mail server and logs in, without sending. Warns of mails that would cross a network unencrypted. */
  async smtp({ config }) {
    if (!config.smtpUrl) return unlessLocal(config, noSmtp.detail, noSmtp.fix);
    const { host, isLocal: isNear } = parseSmtpUrl(config.smtpUrl);
    const outcome = await siteTransport(config, config.smtpUrl).check();
    if (outcome.kind !== 'accepted')
      return problem(`${host} ne peut pas être utilisé (${outcome.code})`, mailFix(outcome.code));
    return outcome.encrypted || isNear
      ? ok(`${host}, pour ${mailAddresses(config).to}`)
      : warning(
          `${host} n’offre pas STARTTLS : les messages traversent le réseau en clair`,
          'Prenez smtps://, ou activez STARTTLS sur ce serveur et exigez-le : SMTP_URL=smtp://mail.exemple.fr:587?requireTLS=true. Sur un réseau privé, cela peut rester ainsi.',
        );
  },

  /** Checks that no mail is refused or stuck, by the same rule as the metrics and their alerts. */
  async outbox({ config, clock, storage }) {
    if (!storage) return undefined;
    const sends = config.smtpUrl !== undefined;
    const { pending, refused, stuck, lastError } = await outboxStatus(storage.reads, clock.now(), sends);
    if (refused > 0)
      return problem(
        `${counted(refused, 'refusé')} par le serveur de messagerie`,
        `Lisez ces messages (${commandName} advanced outbox), corrigez la cause, puis ${commandName} advanced resend`,
      );
    // Without a mail server mails wait on purpose; the `smtp` check reports that.
    if (!sends) return undefined;
    if (pending === 0) return ok();
    const waiting = lastError
      ? `${pending} en attente (dernière erreur : ${lastError})`
      : `${pending} en attente`;
    if (stuck)
      return problem(
        waiting,
        `Vérifiez que le site tourne et que le serveur de messagerie répond : ${commandName} advanced outbox`,
      );
    return lastError ? warning(waiting, mailFix(lastError)) : ok(waiting);
  },

  async notices({ config, clock, storage }) {
    if (!config.notifyUrl || !storage) return undefined;
    const failed = await storage.reads
      .selectFrom('notice')
      .select('last_error')
      .where('state', '!=', 'sent')
      .where('last_error', 'is not', null)
      .where('created_at', '>=', clock.now() - NOTICE_LIFE_MS)
      .limit(1)
      .executeTakeFirst();
    return failed
      ? warning(
          `il y en a qui ne partent pas (${failed.last_error})`,
          `Vérifiez que le site tourne, puis NOTIFY_URL : ${commandName} mail test`,
        )
      : ok();
  },
} satisfies Readonly<Record<string, Check>>;
