import type { Config } from '../config/config.server.ts';
import { CommandError, type ExitCode, exitCodes } from '../failure.server.ts';
import { composeOperatorMail, mailAddresses, type OperatorMail } from '../mail/contact-mail.server.ts';
import { postNotice } from '../mail/notice.server.ts';
import { createTransport, parseSmtpUrl, type Transport } from '../mail/smtp.server.ts';
import type { Dependencies } from './command.server.ts';
import { connectionFix, mailFixes, mailWords as words } from './mail-words.ts';
import { formatInstant } from './text.ts';

const SEND_TIMEOUT_MS = 60_000;

/** Says what to do about a code of the mail server or of the connection. @param line the server's own words, if known */
export function mailFix(code: string, line = ''): string {
  return mailFixes.find(([pattern]) => pattern.test(`${code} ${line}`))?.[1] ?? connectionFix;
}

export function siteTransport(
  config: Config,
  url: string,
  onRefusal: (line: string) => void = () => {},
): Transport {
  return createTransport({ url, name: mailAddresses(config).host, onRefusal });
}

/**
 * Sends a test notice if `NOTIFY_URL` is set, then a test mail, also if the notice failed.
 * @throws CommandError `unavailable` if the mail server does not take the mail
 */
export async function testMail({ config, clock, output }: Dependencies): Promise<ExitCode> {
  const { notifyUrl, siteUrl } = config;
  const date = new Date(clock.now());
  let exitCode: ExitCode = exitCodes.ok;
  if (notifyUrl) {
    const facts = { event: 'test', id: '', subject: '', receivedAt: date.toISOString() } as const;
    const notice = { ...facts, text: words.notice };
    const outcome = await postNotice(notifyUrl, notice, AbortSignal.timeout(SEND_TIMEOUT_MS));
    const wasTaken = outcome.kind === 'accepted';
    output.note(wasTaken ? words.noticeAccepted : words.noticeFailed(outcome.code));
    if (!wasTaken) exitCode = exitCodes.unavailable;
  }
  const text = words.text(siteUrl, formatInstant(clock.now()));
  const to = await sendNow({ config, output }, { subject: words.subject, text, date });
  output.note(words.accepted(to));
  return exitCode;
}

/**
 * Sends a mail to the studio at once, not by the queue.
 * @returns its recipient
 * @throws CommandError `unavailable` if there is no mail server, or it does not take the mail
 */
export async function sendNow(
  { config, output }: Pick<Dependencies, 'config' | 'output'>,
  content: Omit<OperatorMail, 'from' | 'to'>,
): Promise<string> {
  const { smtpUrl } = config;
  if (!smtpUrl) throw new CommandError('unavailable', `${words.absent} ${words.absentFix}`);
  const { from, to } = mailAddresses(config);
  output.note(words.sending(to, parseSmtpUrl(smtpUrl).host));
  const mail = await composeOperatorMail({ from, to, ...content });
  let line = '';
  const transport = siteTransport(config, smtpUrl, (said) => {
    line = said;
  });
  const outcome = await transport.send(mail, AbortSignal.timeout(SEND_TIMEOUT_MS));
  if (outcome.kind === 'accepted') return to;
  if (line) output.note(words.said(line));
  throw new CommandError('unavailable', `${words.failed(outcome.code)} ${mailFix(outcome.code, line)}`);
}
