import { expect, it } from 'vitest';
import { rulesOfLaw } from '../../site.ts';
import type { Examined } from './finding.server.ts';
import { legalChecks } from './legal-checks.server.ts';

const law = (config: object, day = '2026-11-29') =>
  legalChecks.law({ config, clock: { now: () => Date.parse(day) } } as Examined);

it.each([
  [{ smtpUrl: 'smtps://studio:secret@smtp.gmail.com' }, 'smtp.gmail.com est à Google, que la page'],
  [{ databaseUrl: 'postgres://a:b@ep-1.eu-central-1.aws.neon.tech/db' }, 'est à Neon'],
])('PRIV-2: %j is a provider that the privacy page does not name', async (config, part) => {
  expect(await law(config)).toMatchObject({ verdict: 'problem', detail: expect.stringContaining(part) });
});

it('PRIV-2: a provider that is not known is not judged', async () => {
  expect(await law({ smtpUrl: 'smtp://127.0.0.1:25' })).toMatchObject({ verdict: 'ok' });
});

it('LEGAL-2: rules that nobody has read again for a year are named', async () => {
  const { rule, read } = rulesOfLaw[0] as (typeof rulesOfLaw)[0];
  const [year, rest] = [Number(read.slice(0, 4)), read.slice(4)];
  expect(await law({}, `${year + 1}${rest}`)).toMatchObject({ verdict: 'ok' });
  expect(await law({}, `${year + 2}-01-01`)).toMatchObject({
    verdict: 'warning',
    detail: expect.stringContaining(rule),
  });
});
