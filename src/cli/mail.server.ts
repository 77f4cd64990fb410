import type { Config } from '../config/config.server.ts';
import { mailFixes, mailWords, unknownMailFix } from '../content/cli-mail.ts';
import { mailAddresses } from '../mail/addresses.server.ts';
import { composeTestMail } from '../mail/contact-mail.server.ts';
import { postNotice } from '../mail/notice.server.ts';
import { createTransport, parseSmtpUrl, type Transport } from '../mail/smtp.server.ts';
import type { Dependencies } from './command.server.ts';
import { CommandError, type ExitCode, exitCodes } from './failure.server.ts';
import { formatInstant } from './format.ts';

const SEND_TIMEOUT_MS = 60_000;

/** Says what to do about a code of the mail server or of the connection. */
export function mailFix(code: string): string {
  return mailFixes.find(([pattern]) => pattern.test(code))?.[1] ?? unknownMailFix;
}

/** Gives the transport that the site itself uses. */
export function siteTransport(config: Config, url: string): Transport {
  return createTransport({ url, name: mailAddresses(config).host });
}

/**
 * Sends a test notice if `NOTIFY_URL` is set, then a test mail.
 * @throws CommandError `unavailable` if the mail server does not take the mail
 */
export async function testMail(dependencies: Dependencies): Promise<ExitCode> {
  const exitCode = await sendNotice(dependencies);
  await sendMail(dependencies);
  return exitCode;
}

/** Gives `unavailable` instead of throwing it, so that the mail server is tested as well. */
async function sendNotice({ config, clock, output }: Dependencies): Promise<ExitCode> {
  if (!config.notifyUrl) return exitCodes.ok;
  const notice = {
    event: 'test' as const,
    id: '',
    subject: '',
    receivedAt: new Date(clock.now()).toISOString(),
    text: mailWords.notice,
  };
  const outcome = await postNotice(config.notifyUrl, notice, AbortSignal.timeout(SEND_TIMEOUT_MS));
  const wasTaken = outcome.kind === 'accepted';
  output.note(wasTaken ? mailWords.noticeAccepted : mailWords.noticeFailed(outcome.code));
  return wasTaken ? exitCodes.ok : exitCodes.unavailable;
}

async function sendMail({ config, clock, output }: Dependencies): Promise<void> {
  if (!config.smtpUrl) throw new CommandError('unavailable', `${mailWords.absent} ${mailWords.absentFix}`);
  const { from, to } = mailAddresses(config);
  output.note(mailWords.sending(to, parseSmtpUrl(config.smtpUrl).host));
  const mail = await composeTestMail({
    from,
    to,
    subject: mailWords.subject,
    text: mailWords.text(config.siteUrl, formatInstant(clock.now())),
    date: new Date(clock.now()),
  });
  const transport = siteTransport(config, config.smtpUrl);
  const outcome = await transport.send(mail, AbortSignal.timeout(SEND_TIMEOUT_MS));
  if (outcome.kind !== 'accepted')
    throw new CommandError('unavailable', `${mailWords.failed(outcome.code)} ${mailFix(outcome.code)}`);
  output.note(mailWords.accepted(to));
}
