import type { Page, Route } from '@playwright/test';
import { email, fillForm, fullname, NOTICES, readForm, submit, validValues } from './contact-form.ts';
import { display, expect, hydrated, isSameDocument, markDocument, open, test } from './fixtures.ts';
import { ASSETS, GIVEN_UP, holdFiles, PAGE_FAILED } from './held-files.ts';
import { expectEveryOffer } from './offers.ts';
import { storedMessages } from './stored-messages.ts';

test.use({ waitsTheSecond: true });

const missing = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: '' });
/** How Chromium words a script that is not there. */
const MISSING = /^console\.error: Failed to load resource: .* 404/;
/** The page is asked for before it is loaded whole, and that answer is not read to its end. */
const ASKED_FIRST = /^request failed: .*\/(about|legal-mention) net::ERR_ABORTED/;

for (const [what, files, heard] of [
  ['entry', '**/assets/start-browser-*.js', []],
  ['page', '**/assets/home-page-*.js', [/^page error: /]],
] as const) {
  test(`START-6, HOME-2: on a phone whose bundle is missing the menu and every offer are there, and no dead button (${what})`, async ({
    page,
    noise,
  }) => {
    for (const pattern of [MISSING, ...heard]) noise.expect(pattern);
    noise.allow(GIVEN_UP);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route(files, missing);
    await display(page, '/');
    const menu = page.getByRole('navigation').first();
    await expect(menu.getByRole('link', { name: "L'équipe" })).toBeVisible();
    await expectEveryOffer(page);
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  });
}

test('START-6, FORM-7: with the bundle missing the page opens and the form sends by itself, as a person’s', async ({
  page,
  site,
  noise,
}) => {
  noise.expect(MISSING);
  noise.expect(GIVEN_UP);
  await page.route(ASSETS, missing);
  await display(page, '/contact');
  const values = validValues();
  await fillForm(page, values);
  // The time trap takes whoever is quicker for a program.
  await page.waitForTimeout(3_000);
  const posted = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/contact'),
  );
  await submit(page).click();
  expect((await posted).status()).toBe(303);
  await expect(page.getByText(NOTICES.success)).toBeVisible();
  expect(await storedMessages(site, values.email)).toMatchObject([{ suspect: false }]);
});

for (const [what, files] of [
  ['script', '**/assets/about-page-*.js'],
  ['style sheet', '**/assets/about-page-*.css'],
] as const) {
  test(`PAGE-1: a page with a file gone after a new release is loaded whole (${what})`, async ({
    page,
    noise,
  }) => {
    noise.expect(MISSING);
    noise.allow(ASKED_FIRST);
    let released = false;
    await page.route(files, (route) => (released ? route.continue() : missing(route)));
    await page.route('**/about', (route) => {
      released ||= route.request().isNavigationRequest();
      return route.continue();
    });
    await open(page, '/');
    await markDocument(page);
    await page.getByRole('link', { name: "L'équipe" }).first().click();
    await expect(page).toHaveURL('/about');
    await expect(page.getByRole('heading', { level: 1, name: /studio|équipe/i })).toBeVisible();
    expect(await isSameDocument(page)).toBe(false);
    await hydrated(page);
    await markDocument(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click();
    await expect(email(page)).toBeVisible();
    expect(await isSameDocument(page), 'the page that was loaded is alive').toBe(true);
  });
}

const legalMention = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: 'Mentions légales' });
const goOffline = (page: Page) => page.context().setOffline(true);

for (const [what, cutOff, leave, heard] of [
  ['offline, by a link', goOffline, (page: Page) => legalMention(page).click(), /ERR_INTERNET_DISCONNECTED/],
  ['offline, back', goOffline, (page: Page) => page.goBack(), /ERR_INTERNET_DISCONNECTED/],
  [
    'server away, by a link',
    (page: Page) => page.route('**', (route) => route.fulfill({ status: 502, body: '' })),
    (page: Page) => legalMention(page).click(),
    / 502/,
  ],
] as const) {
  test(`PAGE-1, FORM-6: a page that cannot be had leaves the one shown alone, and the message kept there (${what})`, async ({
    page,
    noise,
  }) => {
    noise.expect(heard);
    noise.allow(ASKED_FIRST);
    noise.allow(/^console\.error: (TypeError: Failed to fetch|Error: postContactForm failed)/);
    await open(page, '/legal-mention');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click();
    await expect(email(page)).toBeVisible();
    await page.reload();
    await hydrated(page);
    await markDocument(page);
    const values = validValues();
    await fillForm(page, values);
    await cutOff(page);
    await submit(page).click();
    const restore = page.getByRole('button', { name: 'Récupérer mon message' });
    await expect(restore).toBeVisible();
    await leave(page);
    await expect(page.getByRole('alert').filter({ hasText: PAGE_FAILED })).toBeVisible();
    await expect(page).toHaveURL('/contact');
    expect(await isSameDocument(page)).toBe(true);
    await restore.click();
    await expect(page.getByText(PAGE_FAILED), 'it goes with the next press').toHaveCount(0);
    expect(await readForm(page)).toEqual(values);
    await page.context().setOffline(false);
    await page.unroute('**');
    await legalMention(page).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mentions légales' })).toBeVisible();
    expect(await isSameDocument(page), 'the page that can be had again loads nothing anew').toBe(true);
    await page.goBack();
    await expect(email(page)).toBeVisible();
    expect(await readForm(page)).toEqual(values);
  });
}

test('PAGE-1: a page is not shown before its style sheet, however late', async ({ page }) => {
  const sheet = '**/assets/about-page-*.css';
  const asked = page.waitForRequest(sheet);
  const letGo = await holdFiles(page, sheet);
  await open(page, '/');
  await markDocument(page);
  await page.getByRole('link', { name: "L'équipe" }).first().click();
  await asked;
  await page.waitForTimeout(500);
  await expect(page.getByRole('heading', { name: 'Nos services' })).toBeVisible();
  letGo();
  await expect(page.getByRole('heading', { level: 1, name: /studio|équipe/i })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
});

const WITHOUT_STATISTICS: {
  name: string;
  prepare: (page: Page) => Promise<unknown>;
  fromBrowser: RegExp[];
}[] = [
  {
    name: 'script missing',
    prepare: (page) => page.route('**/insights/script.js', missing),
    fromBrowser: [MISSING, GIVEN_UP],
  },
  {
    name: 'refused by a blocker',
    prepare: (page) => page.route('**/insights/**', (route) => route.abort('blockedbyclient')),
    fromBrowser: [
      /^console\.error: .*ERR_BLOCKED_BY_CLIENT/,
      /^request failed: .*script\.js net::ERR_BLOCKED_BY_CLIENT/,
    ],
  },
  {
    name: 'report refused',
    prepare: (page) => page.route('**/insights/view', (route) => route.fulfill({ status: 500, body: '' })),
    fromBrowser: [/^console\.error: Failed to load resource: .* 500/],
  },
  {
    name: 'no beacons in this browser',
    prepare: (page) =>
      page.addInitScript(() => Object.defineProperty(navigator, 'sendBeacon', { value: undefined })),
    fromBrowser: [],
  },
];

for (const { name, prepare, fromBrowser } of WITHOUT_STATISTICS) {
  test(`STAT-1: without statistics the site is the same (${name})`, async ({ page, noise }) => {
    for (const pattern of fromBrowser) noise.expect(pattern);
    await prepare(page);
    await open(page, '/');
    await markDocument(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click();
    await fullname(page).fill('Camille');
    await expect(page).toHaveURL('/contact');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Nos services' })).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
  });
}
