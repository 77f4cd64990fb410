import { it } from 'vitest';
import { expectApproved } from '../../../tests/support/approved.ts';
import { readConfig } from '../../config/config.server.ts';
import type { Examined } from './finding.server.ts';
import { legalChecks } from './legal-checks.server.ts';

it('PRIV-2, LEGAL-2: settings and the privacy page are compared as approved, and old rules of law named', async () => {
  await expectApproved('legal-checks.approved.txt', async (given) => {
    const [day = '', setting = ''] = given.split(', ');
    const config = readConfig(Object.fromEntries([setting.split(/=(.*)/)]));
    const found = await legalChecks.law({ config, clock: { now: () => Date.parse(day) } } as Examined);
    return found ? `${found.verdict}: ${found.detail}` : '';
  });
});
