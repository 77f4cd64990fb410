import type { Page } from '@playwright/test';
import * as form from './contact-form.ts';
import { expect, footerLink, hydrated, open, test } from './fixtures.ts';
import { holdFiles, PAGE_FAILED } from './network.ts';

interface Report {
  path: string;
  referrer: string;
  device: string;
}

/** Lists the reports that leave for the site’s own insights path. */
function recordReports(page: Page): Report[] {
  const reports: Report[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.startsWith('/insights/'))
      reports.push(JSON.parse(request.postData() ?? ''));
  });
  return reports;
}

const pathsOf = (reports: Report[]) => reports.map(({ path }) => path);

test('STAT-1: the script of the site reports each page view', async ({ page }) => {
  const reports = recordReports(page);
  const script = page.waitForResponse('**/insights/script.js');
  await open(page, '/');
  expect((await script).status()).toBe(200);
  await expect.poll(() => pathsOf(reports)).toEqual(['/']);
  await footerLink(page, 'Contact').click();
  await expect.poll(() => pathsOf(reports)).toEqual(['/', '/contact']);
  await page.goBack();
  await expect.poll(() => pathsOf(reports)).toEqual(['/', '/contact', '/']);
});

test('STAT-1: a page that was left before the script had come is reported too', async ({ page }) => {
  const reports = recordReports(page);
  const arrive = await holdFiles(page, '**/insights/script.js');
  await open(page, '/');
  await footerLink(page, 'Contact').click();
  await expect(page).toHaveURL('/contact');
  arrive();
  await expect.poll(() => pathsOf(reports)).toEqual(['/', '/contact']);
});

test('STAT-1: a page that could not be had is not counted, and is once it comes', async ({ page, noise }) => {
  noise.expect(/ERR_FAILED|ERR_ABORTED/);
  noise.allow(/PageUnavailableError|Failed to fetch/);
  const reports = recordReports(page);
  await open(page, '/contact');
  await expect.poll(() => pathsOf(reports)).toEqual(['/contact']);
  await page.route('**/assets/about-page-*.js', (route) => route.abort());
  await page.route('**/about', (route) => route.abort());
  await page.getByRole('link', { name: "L'équipe" }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: PAGE_FAILED })).toBeVisible();
  await footerLink(page, 'Mentions légales').click();
  await expect.poll(() => pathsOf(reports)).toEqual(['/contact', '/legal-mention']);
  await page.unroute('**/assets/about-page-*.js');
  await page.unroute('**/about');
  await page.goto('/about');
  await expect.poll(() => pathsOf(reports)).toEqual(['/contact', '/legal-mention', '/about']);
});

for (const [device, width] of [
  ['phone', 390],
  ['tablet', 820],
] as const) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport: { width, height: 1180 }, screen: { width, height: 1180 }, hasTouch: true });

    test(`STAT-1: a report tells the host once, and the device (${device})`, async ({ page, site }) => {
      await page.route('http://annuaire.example/**', (route) =>
        route.fulfill({
          contentType: 'text/html',
          // Browsers say no more than the origin unless a site asks for it.
          headers: { 'referrer-policy': 'unsafe-url' },
          body: `<a href="${site.url}/about">Un studio</a>`,
        }),
      );
      const reports = recordReports(page);
      await page.goto('http://annuaire.example/liste?courriel=camille@client.example');
      await page.getByRole('link').tap();
      await expect(page).toHaveURL(`${site.url}/about`);
      await hydrated(page);
      await footerLink(page, 'Contact').tap();
      await expect
        .poll(() => reports)
        .toEqual([
          { path: '/about', referrer: 'annuaire.example', device },
          { path: '/contact', referrer: '', device },
        ]);
    });
  });
}

test('STAT-1: no cookie, no third party, nothing personal in a report', async ({ page, context }) => {
  const reports = recordReports(page);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await open(page, '/contact?courriel=camille@client.example');
  const values = await form.send(page);
  await expect(page.getByText(form.NOTICES.success).first()).toBeVisible();
  await footerLink(page, 'Accueil').click();
  await expect.poll(() => reports.length).toBe(2);
  expect(await context.cookies()).toEqual([]);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  for (const report of reports) expect(Object.keys(report).sort()).toEqual(['device', 'path', 'referrer']);
  expect(JSON.stringify(reports)).not.toContain('camille');
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(values.email);
});

for (const [name, property] of [
  ['Do Not Track', { name: 'doNotTrack', value: '1' }],
  ['Global Privacy Control', { name: 'globalPrivacyControl', value: true }],
] as const) {
  test(`STAT-1: nothing is reported under ${name}`, async ({ page }) => {
    await page.addInitScript(({ name: key, value }) => {
      Object.defineProperty(Navigator.prototype, key, { configurable: true, get: () => value });
    }, property);
    const reports = recordReports(page);
    await open(page, '/');
    await footerLink(page, 'Contact').click();
    await expect(page.getByRole('heading', { name: 'Formulaire de contact' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(reports).toEqual([]);
  });
}
