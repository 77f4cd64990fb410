import dns from 'node:dns';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeCertificate } from '../../../tests/support/certificate.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { systemClock } from '../../config/clock.ts';
import { readConfig } from '../../config/config.server.ts';
import { checks } from './checks.server.ts';
import type { Finding } from './finding.ts';

type Found = (error: null, address: string | dns.LookupAddress[], family?: number) => void;

/** Checks https://site.invalid, which leads to this machine. */
async function examine({
  status = 200,
  body = '{"checks":{}}',
  isTrusted = true,
  days = 30,
}): Promise<Finding> {
  const { keyFile, certificateFile } = await makeCertificate(await temporaryFolder(), 'site.invalid', days);
  const [key, cert] = [await readFile(keyFile, 'utf8'), await readFile(certificateFile, 'utf8')];
  const server = createServer({ key, cert }, (_request, response) => response.writeHead(status).end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_host: string, options: dns.LookupOptions, done: Found) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never);
  const before = getCACertificates('default');
  if (isTrusted) setDefaultCACertificates([cert]);
  onTestFinished(() => {
    setDefaultCACertificates(before);
    lookup.mockRestore();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const config = readConfig({ SITE_URL: `https://site.invalid:${port}` });
  const examined = { config, clock: systemClock, storage: undefined, storeError: undefined };
  return (await checks.site(examined)) as Finding;
}

it.each([
  ['answers', {}, 'ok', 'https://site.invalid'],
  ['has a certificate that is not trusted', { isTrusted: false }, 'problem', 'SELF_SIGNED'],
  ['has a certificate that ends soon', { days: 9 }, 'problem', 'plus valable'],
  ['is not ready', { status: 503 }, 'problem', '503'],
  ['is another', { body: '{}' }, 'problem', 'ce n’est pas ce site'],
])('says of a site that it %s', async (_what, answer, verdict, detail) => {
  expect(await examine(answer)).toMatchObject({ verdict, detail: expect.stringContaining(detail) });
});
