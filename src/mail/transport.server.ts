import type { Mail } from './notification.server.ts';

/**
 * What became of one attempt. `code` is such as `SMTP 450` or `ETIMEDOUT`, never personal.
 * `temporary`: this mail should be tried again. `permanent`: it never will be taken. `unreachable`: the server
 * could not be asked (network, TLS, credentials), which is no fault of this mail.
 */
export type Outcome =
  | { kind: 'accepted' }
  | { kind: 'temporary'; code: string }
  | { kind: 'permanent'; code: string }
  | { kind: 'unreachable'; code: string };

/** Hands one mail to a mail server. Never throws: every failure is an outcome. */
export interface Transport {
  send(mail: Mail): Promise<Outcome>;
}
