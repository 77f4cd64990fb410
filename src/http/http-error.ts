import { httpErrors } from '../content/errors.ts';

/** Makes an error that `registerErrors` answers with this status, in its own words. */
export function httpError(statusCode: number): Error {
  return Object.assign(new Error(httpErrors[statusCode]), { statusCode });
}
