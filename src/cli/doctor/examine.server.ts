import { doctorWords } from '../../content/cli-doctor.ts';
import type { Check, Examined, Finding } from './finding.ts';

/** What a check found, with the name of the check. */
export type Named<Name extends string> = Finding & { name: Name };

/**
 * Makes every check, and gives what they found in the order of the table. One that cannot be made is a problem of its own and
 * never hides the others.
 * @param last the check that occupies the thread: begun when the others, made at once, have ended; the time that they give
 * to an answer would pass meanwhile
 */
export async function examine<Name extends string>(
  checks: Readonly<Record<Name, Check>>,
  last: NoInfer<Name>,
  examined: Examined,
): Promise<Named<Name>[]> {
  const names = Object.keys(checks) as Name[];
  const findingsOf = async (name: Name): Promise<Named<Name>[]> => {
    const found = await checks[name](examined).catch((error: Error): Finding => broken(error));
    return [found ?? []].flat().map((finding) => ({ name, ...finding }));
  };
  const others = names.filter((name) => name !== last);
  const found = (await Promise.all(others.map(findingsOf))).flat();
  found.push(...(await findingsOf(last)));
  return names.flatMap((name) => found.filter((finding) => finding.name === name));
}

function broken(error: Error): Finding {
  return { verdict: 'problem', detail: doctorWords.broken(error.message) };
}
