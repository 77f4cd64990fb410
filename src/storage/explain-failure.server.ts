import { databaseRefused, postgresUnreachable, storeUnavailable } from '../content/operator.ts';
import {
  engineError,
  isBusy,
  isDiskFull,
  postgresRefusal,
  resultCodeOf,
  resultCodes,
  StorageUnavailableError,
} from './errors.server.ts';

const byResultCode: Readonly<Record<number, keyof typeof storeUnavailable>> = {
  [resultCodes.readOnly]: 'unwritable-file',
  [resultCodes.cannotOpen]: 'unwritable-file',
  [resultCodes.corrupt]: 'damaged',
  [resultCodes.notADatabase]: 'damaged',
};

/** Explains a failure of the store to the operator, with the remedy; undefined for any other failure. */
export function explainStoreFailure(error: unknown, dataDir: string): string | undefined {
  if (error instanceof StorageUnavailableError)
    return storeUnavailable[error.reason](dataDir, error.causeCode);
  if (isDiskFull(engineError(error), dataDir)) return storeUnavailable.full(dataDir);
  if (isBusy(error)) return storeUnavailable.busy(dataDir);
  const { code, message } = (error ?? {}) as Record<string, unknown>;
  const resultCode = resultCodeOf(error);
  if (resultCode !== undefined) {
    const reason = byResultCode[resultCode];
    return reason ? storeUnavailable[reason](dataDir, '') : databaseRefused(`${message}`);
  }
  const refusal = postgresRefusal(error);
  if (refusal) return databaseRefused(refusal.message, refusal.code);
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' ? postgresUnreachable(code) : undefined;
}
