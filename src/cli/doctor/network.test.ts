import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../config/clock.ts';
import { readConfig } from '../../config/config.server.ts';
import type { Examined, Finding } from './finding.ts';
import { checkSite, checkTls } from './network.server.ts';

/** Of `site.invalid`, from 2019 to 2020; for this test alone. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBZTCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxzaXRlLmlu
dmFsaWQwHhcNMTkwMTAxMDAwMDAwWhcNMjAwMTAxMDAwMDAwWjAXMRUwEwYDVQQD
DAxzaXRlLmludmFsaWQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS+PRUwkzbr
D+1ZuFbnNsv95pxmB9XC0RWBCuQKawD05OpbIREr7vQ9Hm9HSy1oVUv2woQ3opPr
eslh2sDDM3Uxo0gwRjAXBgNVHREEEDAOggxzaXRlLmludmFsaWQwDAYDVR0TBAUw
AwEB/zAdBgNVHQ4EFgQUFqX7i6QaUBg1w+8y68gL547c5bowCgYIKoZIzj0EAwID
SAAwRQIgHVrh3Qatq1XRBN3z88uooVVMqooxhAh4oy/j28xkLOICIQDWf+zjxe11
PSimncEfxeyzX+dayYwgFHyYZPALERT1hA==
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgiEqHRJqpYqldRD3h
4+pGaOWua1Nha+2Q61rRFIxBpCqhRANCAAS+PRUwkzbrD+1ZuFbnNsv95pxmB9XC
0RWBCuQKawD05OpbIREr7vQ9Hm9HSy1oVUv2woQ3opPreslh2sDDM3Ux
-----END PRIVATE KEY-----`;

/** A server here with that certificate, and its port. */
async function serve(address = '127.0.0.1'): Promise<number> {
  const server = createServer({ key, cert }).listen(0, address);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function at(siteUrl: string): Examined {
  const config = readConfig({ SITE_URL: siteUrl });
  return { config, clock: systemClock, storage: undefined, storeError: undefined };
}

/** What the two checks find of https://site.invalid, here, with that certificate, signed by whom this machine trusts. */
async function examined(): Promise<(Finding | undefined)[]> {
  const port = await serve();
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_host: string, options: dns.LookupOptions, done: Found) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never);
  const before = getCACertificates('default');
  setDefaultCACertificates([cert]);
  onTestFinished(() => {
    setDefaultCACertificates(before);
    lookup.mockRestore();
  });
  const given = at(`https://site.invalid:${port}`);
  return (await Promise.all([checkSite(given), checkTls(given)])) as (Finding | undefined)[];
}

type Found = (error: null, address: string | dns.LookupAddress[], family?: number) => void;

it('says of a certificate that has expired that it has to be renewed', async () => {
  for (const found of await examined()) {
    expect(found?.detail).toContain('CERT_HAS_EXPIRED');
    expect(found?.detail).not.toContain('ne répond pas');
    expect(found?.fix).toMatch(/^Renouvelez le certificat/);
  }
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

it.each([['127.0.0.1', '127.0.0.1'], ...(hasIpv6 ? [['[::1]', '::1']] : [])])(
  'reaches a site whose address is that of a machine: %s',
  async (host, address) => {
    const port = await serve(address);
    const lookup = vi.spyOn(dns, 'lookup');
    onTestFinished(() => lookup.mockRestore());
    const found = (await checkTls(at(`https://${host}:${port}`))) as Finding;
    expect(found.detail).toContain('CERT_HAS_EXPIRED');
    expect(lookup.mock.calls.map(([asked]) => asked)).not.toContain(host);
  },
);
