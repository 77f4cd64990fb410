import { httpErrors } from '../content/errors.ts';

/** Makes an error that the error handler answers with this status, in its own words (`registerErrors`). */
export function httpError(statusCode: number): Error {
  return Object.assign(new Error(httpErrors[statusCode]), { statusCode });
}
