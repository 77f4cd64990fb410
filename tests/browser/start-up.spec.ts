import type { Page, Route } from '@playwright/test';
import { DISPLAY_DELAY_MS } from '../../src/startup/display-delay.ts';
import { isAnythingShown } from '../engines/in-page.ts';
import { holdScripts } from './delayed-files.ts';
import { type DisplayTimes, displayTimes, readOut, tabThrough, twoFrames, watchDisplay } from './display.ts';
import { expect, hydrated, open, PATHS, test } from './fixtures.ts';
import { answerProfile, holdProfile, OTHER_PROFILE, onOperation, recordGraphql } from './graphql-route.ts';
import { luminance, readPicture } from './picture.ts';

test.use({ waitsTheSecond: true });

/**
 * Not before the second is over, and with the reveal. That the reveal comes no later than the second, whatever a busy machine
 * makes of it, the page’s clock proves.
 */
function expectSecond({ answered, firstShown, framesAfterReveal }: DisplayTimes): void {
  expect(firstShown - answered).toBeGreaterThanOrEqual(DISPLAY_DELAY_MS);
  expect(framesAfterReveal).toBeGreaterThanOrEqual(1);
  expect(framesAfterReveal).toBeLessThanOrEqual(2);
}

async function expectBlank(page: Page): Promise<void> {
  expect(await page.evaluate(isAnythingShown)).toBe(false);
  const picture = await readPicture(await page.screenshot());
  expect(picture.colours.size, 'colours on a blank screen').toBe(1);
}

for (const path of [...PATHS, '/nulle-part']) {
  test(`START-1, START-3, START-4: one query, a second, then the page (${path})`, async ({ page, noise }) => {
    if (path === '/nulle-part') noise.expect(/status of 404/);
    const sent = recordGraphql(page);
    await answerProfile(page);
    await page.clock.install({ time: '2026-01-05T10:00:00' });
    await page.clock.pauseAt('2026-01-05T10:00:01');
    await page.goto(path);
    // The answer is written into the document when the second has begun.
    await expect(page.locator('footer [data-profile=name]')).toHaveText(OTHER_PROFILE.name);
    await page.clock.runFor(DISPLAY_DELAY_MS - 1);
    await expectBlank(page);
    await page.clock.runFor(1);
    await expect(page.getByRole('main')).toBeVisible();
    expect(sent).toMatchObject([{ operationName: 'getAdminPublicProfil', variables: { id: 3 } }]);
  });
}

test('START-1: a delayed query keeps the page blank; the second begins at the answer', async ({ page }) => {
  const release = await holdProfile(page);
  await watchDisplay(page);
  await page.goto('/about', { waitUntil: 'load' });
  // Longer than the second: time is what is tested.
  await page.waitForTimeout(1_600);
  await expectBlank(page);
  release();
  await expect(page.getByRole('main')).toBeVisible();
  const times = await displayTimes(page);
  expect(times.answered).toBeGreaterThan(1_600);
  expect(times.firstPaint - times.answered).toBeGreaterThanOrEqual(DISPLAY_DELAY_MS);
  expectSecond(times);
});

const FAILURES: { name: string; answer: (route: Route) => Promise<void>; fromBrowser: RegExp[] }[] = [
  {
    name: 'the network refuses it',
    answer: (route) => route.abort('connectionrefused'),
    fromBrowser: [
      /^console\.error: Failed to load resource: net::ERR_CONNECTION_REFUSED/,
      /^request failed:/,
    ],
  },
  {
    name: 'null profile',
    answer: (route) => route.fulfill({ json: { data: { getAdminPublicProfil: null } } }),
    fromBrowser: [],
  },
];

for (const { name, answer, fromBrowser } of FAILURES) {
  test(`START-2: when the query fails nothing is ever displayed (${name})`, async ({ page, noise }) => {
    await page.clock.install();
    await onOperation(page, 'getAdminPublicProfil', answer);
    for (const pattern of fromBrowser) noise.expect(pattern);
    const logged = page.waitForEvent('console', {
      predicate: (message) => message.type() === 'error' && !message.text().startsWith('Failed to load'),
    });
    await page.goto('/');
    noise.expect(new RegExp(`^console\\.error: ${RegExp.escape((await logged).text())}`));
    await page.clock.runFor(600_000);
    await expectBlank(page);
    expect(await readOut(page)).toEqual([]);
    expect(await tabThrough(page, 5)).toEqual([]);
    const fromSite = noise.heard().filter((line) => !fromBrowser.some((pattern) => pattern.test(line)));
    expect(fromSite, 'one console.error, nothing else').toHaveLength(1);
  });
}

test('START-4, START-6: with a late bundle the reveal already shows the answer', async ({ page }) => {
  await answerProfile(page);
  await watchDisplay(page);
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  expectSecond(await displayTimes(page));
  const check = async () => {
    await expect(heading).toHaveText(OTHER_PROFILE.name);
    await expect(page.getByText(OTHER_PROFILE.metier).first()).toBeAttached();
    await expect(page.getByText('Une présentation venue de la réponse seule.')).toBeVisible();
    await expect(page.getByText('Une présentation').locator('strong')).toHaveText('réponse');
    await expect(page.getByRole('contentinfo')).toContainText(`© 2025 ${OTHER_PROFILE.name}`);
  };
  await check();
  release();
  await hydrated(page);
  await page.getByRole('button', { name: 'Activer le mode sombre' }).click();
  await expect(page.getByRole('button', { name: 'Activer le mode clair' })).toBeVisible();
  await check();
});

test('START-5: until the gate opens nothing is painted, focusable or read', async ({ page, noise }) => {
  noise.expect(/^request failed: .*\/graphql net::ERR_ABORTED/);
  const release = await holdProfile(page);
  for (const path of [...PATHS.slice(1), '/']) {
    await page.goto(path, { waitUntil: 'load' });
    await expectBlank(page);
    expect(await tabThrough(page, 6), path).toEqual([]);
    expect(await readOut(page), path).toEqual([]);
    const met = await page.evaluate(() => {
      const places = Array.from(document.querySelectorAll('svg'), (svg) => svg.getBoundingClientRect());
      const hits = places.map(({ x, y, width, height }) =>
        document.elementFromPoint(x + width / 2, y + height / 2),
      );
      return hits.filter((hit) => hit?.closest('#root')).map((hit) => hit?.outerHTML);
    });
    expect(met, path).toEqual([]);
  }
  release();
  await expect(page.getByRole('main')).toBeVisible();
  await hydrated(page);
  expect(await readOut(page)).not.toEqual([]);
  expect(await tabThrough(page, 3)).toHaveLength(3);
  const mode = page.getByRole('button', { name: 'Activer le mode sombre' });
  await mode.locator('svg:visible').click({ force: true });
  await expect(page.getByRole('button', { name: 'Activer le mode clair' })).toBeVisible();
});

/** The ground of the blank screen before any script but the inline one has come. */
async function blankLuminance(page: Page): Promise<number> {
  const asked = page.waitForRequest('**/graphql');
  await page.goto('/', { waitUntil: 'commit' });
  await asked;
  // Before its first frame there is nothing that Chromium could take a picture of.
  await twoFrames(page);
  const picture = await readPicture(await page.screenshot());
  expect(picture.colours.size).toBe(1);
  return luminance([...picture.colours.keys()][0] ?? '');
}

test('START-6, MODE-1: the blank screen has the colour mode, stored or not', async ({ page, noise }) => {
  noise.expect(/^request failed: .*\/graphql net::ERR_ABORTED/);
  noise.expect(/^request failed: .*\.js net::ERR_ABORTED/);
  await open(page, '/');
  await page.getByRole('button', { name: 'Activer le mode sombre' }).click();
  await expect(page.getByRole('button', { name: 'Activer le mode clair' })).toBeVisible();
  await holdProfile(page);
  await holdScripts(page);
  expect(await blankLuminance(page), 'stored dark, system light').toBeLessThan(0.1);
  await page.evaluate(() => localStorage.clear());
  expect(await blankLuminance(page), 'nothing stored, system light').toBeGreaterThan(0.8);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await blankLuminance(page), 'nothing stored, system dark').toBeLessThan(0.1);
});

test('START-1: with reduced motion everything stands in its place in the first frame', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const moved: string[][] = [];
    Object.assign(window, { moved });
    const look = () => {
      const displayed = performance.getEntriesByName('gate:reveal').length > 0;
      const elements = document.querySelectorAll('h1, h1 ~ *, header > div, main > *');
      if (displayed) moved.push([...elements].map((element) => getComputedStyle(element).transform));
      if (moved.length < 20) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await open(page, '/');
  const moved = () => page.evaluate(() => (window as unknown as { moved: string[][] }).moved);
  await expect.poll(async () => (await moved()).length).toBe(20);
  expect(new Set((await moved()).flat())).toEqual(new Set(['none']));
});
