import { freePort, type Site, startSite } from '../support/site.ts';
import * as form from './contact-form.ts';
import { arrived, expect, footerLink, open, test } from './fixtures.ts';
import { storedMessages } from './stored-messages.ts';

let site: Site;
let api: Site;
/** Two different sites for a browser, not only two origins. */
let apiUrl: string;

test.beforeEach(async () => {
  const [sitePort, apiPort] = [await freePort(), await freePort()];
  apiUrl = `http://localhost:${apiPort}`;
  const env = { SITE_URL: `http://127.0.0.1:${sitePort}`, API_URL: apiUrl };
  [site, api] = [await startSite({ port: sitePort, env }), await startSite({ port: apiPort, env })];
});

test.afterEach(async () => {
  await site?.stop();
  await api?.stop();
});

test('API-1, STAT-1: an API on another host is asked, sent to and told of views', async ({ page }) => {
  const posted: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posted.push(new URL(request.url()).origin));
  await open(page, `${site.url}/`);
  await footerLink(page, 'Contact').click();
  await arrived(page, `${site.url}/contact`);
  const values = await form.send(page);
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  expect(await storedMessages(api, values.email)).toHaveLength(1);
  const views = async () => JSON.parse((await api.cli('insights', '--json')).stdout).total;
  await expect.poll(views).toBe(2);
  expect(new Set(posted)).toEqual(new Set([apiUrl]));
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('FORM-7: the form posts to an API on another host, which leads back', async ({ page, noise }) => {
    noise.expect(/status of 422/);
    await page.goto(`${site.url}/contact`);
    await form.submit(page).click();
    await form.expectError(form.email(page), form.MESSAGES.email);
    expect(page.url()).toBe(`${apiUrl}/contact`);
    const values = await form.send(page);
    await expect(page.getByText(form.NOTICES.success)).toBeVisible();
    expect(await storedMessages(api, values.email)).toMatchObject([{ origin: 'page', suspect: false }]);
    await footerLink(page, 'Accueil').click();
    await expect(page).toHaveURL(`${site.url}/`);
  });
});
