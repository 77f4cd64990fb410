import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { type Attack, described, holds } from './attack.ts';
import { openPlace } from './place.ts';
import { endLeftSites } from './site-process.ts';

/** The short form of these attacks as tests: each is named by what is done to the site. */
export function prove(attacks: readonly Attack[]): void {
  let place: ReturnType<typeof openPlace>;
  beforeAll(() => {
    place = openPlace(inject('postgresUrl'));
  });
  afterEach(endLeftSites);
  afterAll(() => place.close());
  it.each(attacks.map((attack) => [attack.goal, attack.title, attack] as const))(
    '%s: %s',
    async (_goal, _title, attack) => {
      const findings = await attack.run('short', place);
      expect(findings.length).toBeGreaterThan(0);
      const judged = findings.filter((finding) => !finding.timed);
      expect(judged.filter((finding) => !holds(finding)).map(described)).toEqual([]);
    },
  );
}
