import { retentionCheckWords as words } from '../../content/cli-doctor.ts';
import { retentionWords } from '../../content/cli-person.ts';
import { lastRetention, runRetention } from '../../retention/retention.server.ts';
import { CLOCK_TOLERANCE_MS } from '../../storage/clock-difference.server.ts';
import { formatDuration, formatInstant } from '../format.ts';
import { type Check, ok, problem, warning } from './finding.ts';

/** The site erases every hour: up to two missed runs are harmless. */
const LATE_AFTER_MS = 3 * 3_600_000;
const TOO_LATE_AFTER_MS = 48 * 3_600_000;

/** Checks that what is too old is really erased (PRIV-1, DATA-1). */
export const checkRetention: Check = async ({ clock, storage }) => {
  if (!storage) return undefined;
  const last = await lastRetention(storage.reads);
  const { results } = await runRetention({ storage, clock, dryRun: true });
  const due = results.reduce((total, { count, left }) => total + count + left, 0);
  const since = last === undefined ? undefined : clock.now() - last.ranAt;
  if (due > 0 && (since === undefined || since > LATE_AFTER_MS)) return problem(words.due(due), words.dueFix);
  if (last === undefined || since === undefined) return warning(words.never, words.neverFix);
  if (since < -CLOCK_TOLERANCE_MS)
    return warning(words.ahead(formatInstant(last.ranAt)), retentionWords.aheadFix);
  const ago = formatDuration(since);
  if (since > TOO_LATE_AFTER_MS) return problem(words.late(ago), words.lateFix);
  return since > LATE_AFTER_MS ? warning(words.late(ago), words.lateFix) : ok(words.ran(ago));
};
