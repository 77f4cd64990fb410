import { freePort, type Site, startSite } from '../support/site.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import * as form from './contact-form.ts';
import { arrived, expect, footerLink, open, test } from './fixtures.ts';

let site: Site;
let api: Site;
/** For a browser this is another site, not only another origin. */
let apiUrl: string;
let sink: SmtpSink;
const CONTACT_TO = 'boite@studio.example';

// The name of a browser without a window would keep its views from being counted.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
});

test.beforeAll(async () => {
  sink = await startSmtpSink();
  const [sitePort, apiPort] = [await freePort(), await freePort()];
  apiUrl = `http://localhost:${apiPort}`;
  const env = { SITE_URL: `http://127.0.0.1:${sitePort}`, API_URL: apiUrl };
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'site@studio.example', CONTACT_TO };
  [site, api] = await Promise.all([
    startSite({ port: sitePort, env }),
    startSite({ port: apiPort, env: { ...env, ...mail } }),
  ]);
});

test.afterAll(() => Promise.all([site?.stop(), api?.stop(), sink?.stop()]));

test('API-1, API-3, STAT-1, FORM-7: the API may be on another host', async ({ page, browser }) => {
  const posted: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posted.push(new URL(request.url()).origin));
  await open(page, `${site.url}/`);
  await footerLink(page, 'Contact').click();
  await arrived(page, `${site.url}/contact`);
  const sent = await form.send(page);
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  expect(await form.storedMessages(api, sent.email)).toMatchObject([sent]);
  const replyTo = [{ address: sent.email }];
  await expect.poll(() => sink.messages, { timeout: 60_000 }).toMatchObject([{ parsed: { replyTo } }]);
  const { to, text } = sink.messages[0]?.parsed ?? {};
  expect(to?.map(({ address }) => address)).toEqual([CONTACT_TO]);
  for (const line of sent.message.split('\n')) expect(text).toContain(line);
  expect(sink.messages).toHaveLength(1);
  const report = async () => (await api.cli('insights')).stdout;
  await expect.poll(report).toMatch(/^pages vues +2$/m);
  expect(new Set(posted)).toEqual(new Set([apiUrl]));
  expect(await page.context().cookies()).toEqual([]);

  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${site.url}/contact`);
  await form.submit(plain).click();
  await form.expectError(form.email(plain), form.MESSAGES.email);
  expect(plain.url()).toBe(`${apiUrl}/contact`);
  const values = await form.send(plain);
  await expect(plain.getByText(form.NOTICES.success)).toBeVisible();
  expect(await form.storedMessages(api, values.email)).toMatchObject([{ origin: 'page', suspect: false }]);
  await plain.close();
});
