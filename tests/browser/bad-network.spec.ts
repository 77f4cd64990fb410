import type { Page, Route } from '@playwright/test';
import {
  counter,
  email,
  expectError,
  type FormValues,
  fillForm,
  fullname,
  MESSAGES,
  message,
  NOTICES,
  phone,
  readForm,
  submit,
  validValues,
} from './contact-form.ts';
import { display, expect, hydrated, isSameDocument, markDocument, open, test } from './fixtures.ts';
import { scrollToPosition } from './movement.ts';
import type { Noise } from './noise.ts';
import { storedMessages } from './stored-messages.ts';

test.use({ waitsTheSecond: true });

const ASSETS = '**/assets/*.js';
const missing = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: '' });
/** How Chromium words a script that is not there, and one that was still under way when its page was left. */
const MISSING = /^console\.error: Failed to load resource: .* 404/;
const GIVEN_UP = /^request failed: .*\.js net::ERR_ABORTED/;
/** The page is asked for before it is loaded whole, and that answer is not read to its end. */
const ASKED_FIRST = /^request failed: .*\/(about|legal-mention) net::ERR_ABORTED/;

/** Holds the scripts of the page back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(ASSETS, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('START-6, FORM-1: what is typed before a late bundle arrives stays, and is counted', async ({
  page,
  site,
}) => {
  const arrive = await holdScripts(page);
  await page.goto('/contact', { waitUntil: 'commit' });
  await expect(submit(page)).toBeVisible();
  const values = validValues();
  await fillForm(page, values);
  await message(page).focus();
  arrive();
  await expect(counter(page, values.message.length)).toBeVisible();
  expect(await readForm(page)).toEqual(values);
  await expect(message(page)).toBeFocused();
  await submit(page).click();
  await expect(page.getByText(NOTICES.success).first()).toBeVisible();
  expect(await storedMessages(site, values.email)).toHaveLength(1);
});

test('START-6, HOME-3: before a late bundle arrives the bar does not lie over the page without its ground', async ({
  page,
}) => {
  const arrive = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const menu = page.getByRole('navigation').first();
  await expect(menu).toBeInViewport();
  const place = await menu.boundingBox();
  await scrollToPosition(page, 900);
  await expect(menu).not.toBeInViewport();
  arrive();
  await hydrated(page);
  await expect(menu).toBeInViewport();
  await expect.poll(() => menu.evaluate(groundBehind)).toBe('rgb(27, 16, 51)');
  await scrollToPosition(page, 0);
  await expect.poll(() => menu.evaluate(groundBehind)).toBe('rgba(0, 0, 0, 0)');
  expect(await menu.boundingBox()).toEqual(place);
});

/** In the page: the colour of the bar that an element stands in. */
function groundBehind(element: Element): string {
  const bar = element.closest('header > *');
  return bar ? getComputedStyle(bar).backgroundColor : 'no bar';
}

/** Sends the form without the bundle, so that it comes back with its errors. Gives what lets the bundle in. */
async function sendBeforeBundle(page: Page, noise: Noise, values: FormValues): Promise<() => void> {
  noise.expect(/status of 422/);
  noise.expect(GIVEN_UP);
  const arrive = await holdScripts(page);
  await page.goto('/contact', { waitUntil: 'commit' });
  await fillForm(page, values);
  await submit(page).click();
  return arrive;
}

test('FORM-7: a form sent before the bundle arrives comes back with its errors; what is corrected meanwhile stays', async ({
  page,
  noise,
}) => {
  const values = { ...validValues(), phone: '06/12', message: 'Trop peu' };
  const arrive = await sendBeforeBundle(page, noise, values);
  await expectError(phone(page), MESSAGES.phone);
  expect(await readForm(page)).toEqual(values);
  const corrected = { ...values, phone: '', message: 'Un message plus long, corrigé avant le script.' };
  await phone(page).fill(corrected.phone);
  await message(page).fill(corrected.message);
  arrive();
  await expect(counter(page, corrected.message.length)).toBeVisible();
  await expect(message(page)).toBeFocused();
  expect(await readForm(page)).toEqual(corrected);
  await submit(page).click();
  await expect(page.getByText(NOTICES.success).first()).toBeVisible();
});

/** In the page: what may change it before the script arrives. React then writes it anew. */
const CHANGES = [
  [
    'by a password manager',
    () => document.querySelector('form [name=email]')?.after(document.createElement('div')),
  ],
  [
    'by a translation',
    () => {
      const text = document.querySelector('main p > a')?.previousSibling;
      const font = document.createElement('font');
      text?.replaceWith(font);
      if (text) font.append(text);
    },
  ],
] as const;
/** React says that the page is not the one it expected. */
const CHANGED = /^page error: Minified React error #418/;

for (const [what, change] of CHANGES) {
  test(`START-6, FORM-1: what is typed before a late bundle arrives stays in a page that was changed meanwhile (${what})`, async ({
    page,
    site,
    noise,
  }) => {
    noise.expect(CHANGED);
    const arrive = await holdScripts(page);
    await page.goto('/contact', { waitUntil: 'commit' });
    await expect(submit(page)).toBeVisible();
    const values = validValues();
    await fillForm(page, values);
    await page.evaluate(change);
    arrive();
    await expect(counter(page, values.message.length)).toBeVisible();
    await hydrated(page);
    expect(await readForm(page)).toEqual(values);
    await submit(page).click();
    await expect(page.getByText(NOTICES.success).first()).toBeVisible();
    expect(await storedMessages(site, values.email)).toHaveLength(1);
  });

  test(`FORM-7: a form that comes back stays, its errors too, in a page that is changed before the bundle arrives (${what})`, async ({
    page,
    noise,
  }) => {
    noise.expect(CHANGED);
    const values = { ...validValues(), phone: '06/12', message: 'Trop peu' };
    const arrive = await sendBeforeBundle(page, noise, values);
    await expectError(phone(page), MESSAGES.phone);
    const corrected = { ...values, message: 'Un message plus long, corrigé avant le script.' };
    await message(page).fill(corrected.message);
    await page.evaluate(change);
    arrive();
    await expect(counter(page, corrected.message.length)).toBeVisible();
    await hydrated(page);
    expect(await readForm(page)).toEqual(corrected);
    await expectError(phone(page), MESSAGES.phone);
    await phone(page).fill('');
    await submit(page).click();
    await expect(page.getByText(NOTICES.success).first()).toBeVisible();
  });
}

test('FORM-3, FORM-7: a message that came back too long is shortened letter by letter, and nothing is added', async ({
  page,
  noise,
}) => {
  const arrive = await sendBeforeBundle(page, noise, { ...validValues(), message: 'x'.repeat(2400) });
  await expectError(message(page), MESSAGES.messageLong);
  arrive();
  await hydrated(page);
  await message(page).press('ControlOrMeta+End');
  await page.keyboard.press('Backspace');
  await expect(message(page)).toHaveValue('x'.repeat(2399));
  await page.keyboard.type('y');
  await expect(message(page)).toHaveValue('x'.repeat(2399));
  await expectError(message(page), MESSAGES.messageLong);
});

test('FORM-7: the time of issue stays as the server sent it once the bundle has arrived', async ({
  page,
}) => {
  const issued = page.locator('[name=issued]');
  const arrive = await holdScripts(page);
  await page.goto('/contact', { waitUntil: 'commit' });
  const sent = await issued.inputValue();
  expect(sent).toMatch(/^\w+\.[\w-]{22}$/);
  arrive();
  await hydrated(page);
  await expect(issued).toHaveValue(sent);
});

test('FORM-7: what came of a post without the bundle is said once, and takes the focus', async ({
  page,
  site,
  noise,
}) => {
  noise.expect(GIVEN_UP);
  const arrive = await holdScripts(page);
  await page.goto('/contact', { waitUntil: 'commit' });
  const values = validValues();
  await fillForm(page, values);
  await page.waitForTimeout(3_000);
  await submit(page).click();
  await page.waitForURL(/envoi/, { waitUntil: 'commit' });
  arrive();
  await expect(page.getByText(NOTICES.success)).toBeVisible();
  await expect(page.locator('[autofocus]')).toBeFocused();
  expect(await storedMessages(site, values.email)).toHaveLength(1);
  await hydrated(page);
  await markDocument(page);
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page.getByRole('heading', { name: 'Nos services' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(email(page)).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
  await expect(page.getByText(NOTICES.success)).toBeHidden();
});

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
    for (const offer of [/site vitrine/i, /application/i, /refonte/i, /conseil/i, /maintenance/i])
      await expect(page.getByRole('heading', { name: offer }).first()).toBeVisible();
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
      released = true;
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
    await expect(page).toHaveURL('/contact');
    expect(await isSameDocument(page)).toBe(true);
    await restore.click();
    expect(await readForm(page)).toEqual(values);
    await page.context().setOffline(false);
    await page.unroute('**');
    await legalMention(page).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mentions légales' })).toBeVisible();
  });
}

test('PAGE-1: a page is not shown before its style sheet, however late', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  const asked = page.waitForRequest('**/assets/about-page-*.css');
  await page.route('**/assets/about-page-*.css', async (route) => {
    await held.promise;
    await route.continue();
  });
  await open(page, '/');
  await markDocument(page);
  await page.getByRole('link', { name: "L'équipe" }).first().click();
  await asked;
  await page.waitForTimeout(500);
  await expect(page.getByRole('heading', { name: 'Nos services' })).toBeVisible();
  held.resolve();
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
