import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemBrowser } from '../../scripts/setup/browsers.mjs';
import { sendSucceeded } from '../../src/content/specified-form-texts.ts';
import { chromiumArguments } from '../support/chromium.ts';
import { freePort, type Site, startSite } from '../support/site.ts';

/** Programs that say so are not counted; the tests’ Chromium does. */
const VISITOR =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

let api: Site;
let site: Site;
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
  site = await startSite({ port: sitePort, env });
  const executablePath = systemBrowser();
  browser = await chromium.launch({
    args: chromiumArguments(),
    ...(executablePath ? { executablePath } : {}),
  });
});

afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await api?.stop();
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

describe('API-1: the site on one host, the API on another', () => {
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
});
