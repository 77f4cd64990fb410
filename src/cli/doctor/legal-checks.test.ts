import { expect, it } from 'vitest';
import { rulesOfLaw } from '../../site.ts';
import type { Examined } from './finding.server.ts';
import { legalChecks } from './legal-checks.server.ts';

const law = (config: object, day = '2026-11-29') =>
  legalChecks.law({ config, clock: { now: () => Date.parse(day) } } as Examined);

it.each([
  [{ smtpUrl: 'smtps://studio:secret@smtp.gmail.com' }, 'smtp.gmail.com est à Google, que la page'],
  [{ databaseUrl: 'postgres://a:b@ep-1.eu-central-1.aws.neon.tech/db' }, 'est à Neon'],
  [{ rateLimit: null }, 'RATE_LIMIT vaut off'],
])('PRIV-2: with %j the privacy page is not true', async (config, part) => {
  expect(await law(config)).toMatchObject({ verdict: 'problem', detail: expect.stringContaining(part) });
});

it('PRIV-2: a provider is known by each of its hosts', async () => {
  const hosts = `smtp.gmail.com a.googlemail.com a.google.com smtp.office365.com a.outlook.com ssl0.ovh.net a.ovh.com mail.gandi.net
    mail.infomaniak.com a.infomaniak.ch smtp.ionos.fr a.ionos.com a.brevo.com a.sendinblue.com a.mailjet.com smtp.mailgun.org
    a.sendgrid.net a.amazonaws.com a.postmarkapp.com a.supabase.co a.supabase.com`;
  for (const host of hosts.split(/\s+/))
    expect(await law({ smtpUrl: `smtps://${host}` }), host).toMatchObject({ verdict: 'problem' });
});

it('PRIV-2: a provider that is not known is not judged', async () => {
  expect(await law({ smtpUrl: 'smtp://127.0.0.1:25' })).not.toMatchObject({ verdict: 'problem' });
});

it('LEGAL-2: rules that nobody has read for a year, or ever, are named', async () => {
  const read = rulesOfLaw.find((each) => each.read)?.rule ?? '';
  const unread = rulesOfLaw.find((each) => !each.read)?.rule ?? '';
  expect(await law({})).toMatchObject({
    verdict: 'warning',
    detail: expect.stringContaining(`${unread} (https://www.legifrance.gouv.fr/`),
  });
  expect(await law({})).not.toMatchObject({ detail: expect.stringContaining(read) });
  expect(await law({}, '2028-01-01')).toMatchObject({ detail: expect.stringContaining(read) });
});
