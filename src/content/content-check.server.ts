import type { ContentProblem } from './content-problem.ts';
import { identityProblems } from './identity-check.ts';
import { mediaProblems } from './media-check.server.ts';
import { offersProblems } from './offers-check.ts';

export { describeProblem } from './content-problem.ts';

/**
 * Lists everything in the studio's own texts, prices, pictures and video that cannot go online as it is.
 * @param publicDir the folder `public`
 */
export function contentProblems(publicDir: string): ContentProblem[] {
  return [...identityProblems(), ...offersProblems(), ...mediaProblems(publicDir)];
}
