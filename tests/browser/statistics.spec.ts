import type { Page } from '@playwright/test';
import * as form from './contact-form.ts';
import { expect, footerLink, open, test } from './fixtures.ts';

function recordReports(page: Page): { path: string }[] {
  const reports: { path: string }[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.startsWith('/insights/'))
      reports.push(JSON.parse(request.postData() ?? ''));
  });
  return reports;
}

const pathsOf = (reports: { path: string }[]) => reports.map(({ path }) => path);

// src/insights/script.test.ts proves the content of the reports, and which visits are not counted.
test('STAT-1: a view is reported with nothing personal', async ({ page, context }) => {
  const reports = recordReports(page);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  const script = page.waitForResponse('**/insights/script.js');
  await open(page, '/contact?courriel=camille@client.example');
  expect((await script).status()).toBe(200);
  await expect.poll(() => pathsOf(reports)).toEqual(['/contact']);
  const values = await form.send(page);
  await expect(page.getByText(form.NOTICES.success).first()).toBeVisible();
  await footerLink(page, 'Accueil').click();
  await expect.poll(() => pathsOf(reports)).toEqual(['/contact', '/']);
  await page.goBack();
  await expect.poll(() => pathsOf(reports)).toEqual(['/contact', '/', '/contact']);
  expect(await context.cookies()).toEqual([]);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  for (const report of reports) expect(Object.keys(report).sort()).toEqual(['device', 'path', 'referrer']);
  expect(JSON.stringify(reports)).not.toContain('camille');
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(values.email);
});
