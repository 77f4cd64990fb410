import dns from 'node:dns';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeCertificate } from '../../../tests/support/certificate.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { DAY_MS } from '../../config/clock.ts';
import { readConfig } from '../../config/config.server.ts';
import type { Finding } from './finding.ts';
import { checkSite } from './network.server.ts';

/** Of `site.invalid`, from 2019 to 2020; for this test alone. */
const expired = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBZTCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxzaXRlLmlu
dmFsaWQwHhcNMTkwMTAxMDAwMDAwWhcNMjAwMTAxMDAwMDAwWjAXMRUwEwYDVQQD
DAxzaXRlLmludmFsaWQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS+PRUwkzbr
D+1ZuFbnNsv95pxmB9XC0RWBCuQKawD05OpbIREr7vQ9Hm9HSy1oVUv2woQ3opPr
eslh2sDDM3Uxo0gwRjAXBgNVHREEEDAOggxzaXRlLmludmFsaWQwDAYDVR0TBAUw
AwEB/zAdBgNVHQ4EFgQUFqX7i6QaUBg1w+8y68gL547c5bowCgYIKoZIzj0EAwID
SAAwRQIgHVrh3Qatq1XRBN3z88uooVVMqooxhAh4oy/j28xkLOICIQDWf+zjxe11
PSimncEfxeyzX+dayYwgFHyYZPALERT1hA==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgiEqHRJqpYqldRD3h
4+pGaOWua1Nha+2Q61rRFIxBpCqhRANCAAS+PRUwkzbrD+1ZuFbnNsv95pxmB9XC
0RWBCuQKawD05OpbIREr7vQ9Hm9HSy1oVUv2woQ3opPreslh2sDDM3Ux
-----END PRIVATE KEY-----`,
};

type Found = (error: null, address: string | dns.LookupAddress[], family?: number) => void;

/** What is found of https://site.invalid, here, that answers so with this certificate, which this machine trusts. */
async function examine(
  { key, cert }: { key: string; cert: string },
  { status = 200, body = '{"checks":{}}', now = Date.now() },
): Promise<Finding> {
  const server = createServer({ key, cert }, (_request, response) => response.writeHead(status).end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_host: string, options: dns.LookupOptions, done: Found) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never);
  const before = getCACertificates('default');
  setDefaultCACertificates([cert]);
  onTestFinished(() => {
    setDefaultCACertificates(before);
    lookup.mockRestore();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const config = readConfig({ SITE_URL: `https://site.invalid:${port}` });
  const clock = { now: () => now };
  return (await checkSite({ config, clock, storage: undefined, storeError: undefined })) as Finding;
}

it('says of a certificate that has expired that it has to be renewed', async () => {
  const { detail, fix } = await examine(expired, {});
  expect(detail).toContain('CERT_HAS_EXPIRED');
  expect(detail).not.toContain('ne répond pas');
  expect(fix).toMatch(/^Renouvelez le certificat/);
});

it.each([
  ['has a certificate for two weeks more', { now: Date.now() - 13 * DAY_MS }, 'ok', 'encore'],
  ['has one for less', {}, 'warning', 'plus que'],
  ['is not ready', { status: 503 }, 'problem', 'n’est pas prêt (503)'],
  ['is another', { body: '{}' }, 'problem', 'ce n’est pas ce site'],
])('says of a site that it %s', async (_what, answer, verdict, detail) => {
  const { keyFile, certificateFile } = await makeCertificate(await temporaryFolder(), 'site.invalid');
  const [key, cert] = [await readFile(keyFile, 'utf8'), await readFile(certificateFile, 'utf8')];
  const found = await examine({ key, cert }, answer);
  expect(found).toMatchObject({ verdict, detail: expect.stringContaining(detail) });
});
