import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemBrowser } from '../../scripts/setup/browser.mjs';
import { sendSucceeded } from '../../src/content/specified-form-texts.ts';
import { chromiumArguments } from '../support/chromium.ts';
import { ROOT } from '../support/root.ts';
import { freePort, type Site, startSite } from '../support/site.ts';
import { type Checkout, checkOutBuilt } from './checkout.ts';
import { type Launched, operatorEnvironment, output, untilAnswers } from './launched.ts';
import { replaceEach, startNginxWith } from './proxy.ts';

/** Programs that say so are not counted; the tests’ Chromium does. */
const VISITOR =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

let api: Site;
let checkout: Checkout;
let room: string;
let files: Launched;
let browser: Browser;
/** Two different sites for a browser, not only two origins. */
let siteUrl: string;
let apiUrl: string;

beforeAll(async () => {
  const [sitePort, apiPort] = [await freePort(), await freePort()];
  siteUrl = `http://127.0.0.1:${sitePort}`;
  apiUrl = `http://localhost:${apiPort}`;
  const env = { SITE_URL: siteUrl, API_URL: apiUrl };
  api = await startSite({ port: apiPort, env });
  checkout = await checkOutBuilt();
  await output('npm', ['run', 'export'], {
    cwd: checkout.dir,
    env: { ...operatorEnvironment(), ...env },
  });
  room = await mkdtemp(join(tmpdir(), 'vitrine-static-'));
  await chmod(room, 0o755);
  await cp(join(checkout.dir, 'dist/export'), join(room, 'srv'), { recursive: true });
  const site = replaceEach(readFileSync(join(ROOT, 'deploy/static-site.nginx.conf'), 'utf8'), [
    ['listen [::]:443 ssl http2;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${sitePort};`],
    ['server_name www.exemple.fr;', 'server_name 127.0.0.1;'],
    ['ssl_certificate /etc/letsencrypt/live/www.exemple.fr/fullchain.pem;', ''],
    ['ssl_certificate_key /etc/letsencrypt/live/www.exemple.fr/privkey.pem;', ''],
    ['/srv/vitrine', join(room, 'srv')],
  ]);
  files = await startNginxWith(room, site);
  await untilAnswers(`${siteUrl}/`, files);
  const executablePath = systemBrowser();
  browser = await chromium.launch({
    args: chromiumArguments(),
    ...(executablePath ? { executablePath } : {}),
  });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await files?.end();
  await api?.stop();
  await checkout?.remove();
  if (room) await rm(room, { recursive: true, force: true });
});

/** A page, and what its console and its network complain about. */
async function openPage(context: BrowserContext): Promise<{ page: Page; noise: string[] }> {
  const page = await context.newPage();
  const noise: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(error.message));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') noise.push(`${request.url()} ${reason}`);
  });
  return { page, noise };
}

async function fillContact(page: Page, email: string): Promise<void> {
  await page.getByLabel('Sujet').selectOption({ index: 6 });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Nom complet').fill('Zoé Lefèvre');
  await page.getByLabel('Message', { exact: true }).fill('Bonjour, un essai entre deux hôtes.');
  await page.getByRole('button', { name: 'Envoyer' }).click();
}

function stored(query: string) {
  const store = new DatabaseSync(join(api.dataDir, 'vitrine.db'), { readOnly: true });
  const rows = store.prepare(query).all();
  store.close();
  return rows.map((row) => ({ ...row }));
}

describe('API-1: the site as files on one host, the API on another', () => {
  it('shows the pages once the API has answered, sends a message, counts the views, and the console stays silent', async () => {
    const context = await browser.newContext({ locale: 'fr-FR', userAgent: VISITOR });
    const { page, noise } = await openPage(context);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
    await page.goto(`${siteUrl}/`);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click();
    await page.waitForURL(`${siteUrl}/contact`);
    await fillContact(page, 'avec-script@example.org');
    await page.getByText(sendSucceeded).first().waitFor();
    expect(asked).toContain(`POST ${apiUrl}/graphql`);
    expect(asked).toContain(`GET ${siteUrl}/insights/script.js`);
    expect(asked.filter((line) => line.startsWith('POST') && line.includes(siteUrl))).toEqual([]);
    await expect
      .poll(() => stored('select path, referrer, views from page_view order by path'))
      .toEqual([
        { path: '/', referrer: '', views: 1 },
        { path: '/contact', referrer: '', views: 1 },
      ]);
    expect(stored("select origin from message where email = 'avec-script@example.org'")).toHaveLength(1);
    expect(noise).toEqual([]);
    await context.close();
  });

  it('FORM-7: without JavaScript the form posts to the API, which answers and leads back to the site', async () => {
    const context = await browser.newContext({ locale: 'fr-FR', javaScriptEnabled: false });
    const { page } = await openPage(context);
    await page.goto(`${siteUrl}/contact`);
    await page.getByRole('button', { name: 'Envoyer' }).click();
    await page.getByText('Votre email est requis').first().waitFor();
    expect(page.url()).toBe(`${apiUrl}/contact`);
    await fillContact(page, 'sans-script@example.org');
    await page.getByText(sendSucceeded).first().waitFor();
    const kept = "select origin, suspect from message where email = 'sans-script@example.org'";
    expect(stored(kept)).toEqual([{ origin: 'page', suspect: 0 }]);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Accueil', exact: true }).click();
    expect(page.url()).toBe(`${siteUrl}/`);
    await context.close();
  });

  it('lets in the pages of that site and of no other', async () => {
    const preflight = (origin: string) =>
      fetch(`${apiUrl}/graphql`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
    const own = await preflight(siteUrl);
    expect(own.status).toBe(204);
    expect(own.headers.get('access-control-allow-origin')).toBe(siteUrl);
    expect(own.headers.get('access-control-allow-credentials')).toBeNull();
    const other = await preflight('https://ailleurs.exemple');
    expect(other.status).toBe(403);
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('lets the pages of that site read why they are refused', async () => {
    const ask = (origin: string, init: RequestInit) =>
      fetch(`${apiUrl}/graphql`, { method: 'POST', ...init, headers: { origin, ...init.headers } });
    const json = { 'content-type': 'application/json' };
    const refused: [number, RequestInit][] = [
      [413, { headers: json, body: 'x'.repeat(70_000) }],
      [415, { headers: { 'content-type': 'text/plain' }, body: '{}' }],
      [415, { headers: { ...json, 'content-encoding': 'gzip' }, body: '{}' }],
      [405, { method: 'PUT' }],
    ];
    for (const [status, init] of refused) {
      const own = await ask(siteUrl, init);
      expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([status, siteUrl]);
      expect(own.headers.get('vary')).toBe('origin');
      const other = await ask('https://ailleurs.exemple', init);
      expect(other.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('has one address a page: the API’s own name leads to the site', async () => {
    for (const path of ['/', '/about', '/contact']) {
      const answer = await fetch(apiUrl + path, { redirect: 'manual' });
      expect(answer.status).toBe(301);
      expect(answer.headers.get('location')).toBe(siteUrl + path);
    }
    expect((await fetch(`${apiUrl}/readyz`)).status).toBe(200);
  });
});

describe('the exported files', () => {
  const site = () => join(room, 'srv/site');

  it('hold every page, what goes with them, and nothing of the build’s own', () => {
    const names = ['index', 'contact', 'about', 'legal-mention', 'privacy', '404'].map(
      (name) => `${name}.html`,
    );
    for (const name of [...names, 'robots.txt', 'sitemap.xml', 'site.webmanifest', 'insights/script.js'])
      expect(existsSync(join(site(), name)), name).toBe(true);
    expect(existsSync(join(site(), '.vite'))).toBe(false);
    expect(readFileSync(join(site(), 'contact.html'), 'utf8')).toContain(`action="${apiUrl}/contact"`);
  });

  it('carry their policy twice: in each page for hosts without headers, and as headers', async () => {
    const answer = await fetch(`${siteUrl}/about`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`connect-src 'self' ${apiUrl}`);
    expect(policy).toContain(`form-action 'self' ${apiUrl}`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const meta = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(
      await answer.text(),
    )?.[1];
    expect(`${meta}; frame-ancestors 'none'`.split('; ').sort()).toEqual(policy.split('; ').sort());
    const file = readFileSync(join(site(), '_headers'), 'utf8');
    expect(file).toContain(`  content-security-policy: ${policy}\n`);
    expect((await fetch(`${siteUrl}/_headers`)).status).toBe(404);
  });

  it('are cached, compressed and served by range as the server would', async () => {
    const html = await (await fetch(`${siteUrl}/`)).text();
    const entry = /data-entry="(\/assets\/[^"]+)"/.exec(html)?.[1];
    const asset = await fetch(siteUrl + entry, { headers: { 'accept-encoding': 'gzip' } });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('gzip');
    const video = await fetch(`${siteUrl}/video/home-video.mp4`, { headers: { range: 'bytes=0-99' } });
    expect([video.status, (await video.arrayBuffer()).byteLength]).toEqual([206, 100]);
    const unknown = await fetch(`${siteUrl}/nulle-part`);
    expect([unknown.status, await unknown.text()]).toEqual([
      404,
      readFileSync(join(site(), '404.html'), 'utf8'),
    ]);
  });

  it.each([
    '/404',
    '/404.html',
    '/index',
    '/index.html',
    '/contact.html',
    '/about.html.gz',
    '//',
    '//about',
    '/100%',
  ])('PAGE-1: %s is no address of a page', async (path) => {
    const answer = await fetch(siteUrl + path);
    expect([answer.status, await answer.text()]).toEqual([
      404,
      readFileSync(join(site(), '404.html'), 'utf8'),
    ]);
    expect((await fetch(`${siteUrl}/about?from=//elsewhere`)).status).toBe(200);
  });
});

it('an export without API_URL, or with an API that does not answer, says what to do', async () => {
  const refused = (env: Record<string, string>) =>
    output(process.execPath, ['scripts/export.mjs'], {
      cwd: checkout.dir,
      env: { PATH: process.env['PATH'] ?? '', ...env },
    });
  await expect(refused({})).rejects.toThrow('Mettez dans API_URL');
  await expect(refused({ SITE_URL: siteUrl, API_URL: 'http://127.0.0.1:9' })).rejects.toThrow(
    'L’API ne répond pas à http://127.0.0.1:9/graphql',
  );
});
