import type { Page } from '@playwright/test';
import { profileQuery } from '../../src/profile/profile.ts';
import { grounds } from '../../src/site.ts';
import { isAnythingShown } from '../engines/in-page.ts';
import { readOut } from './display.ts';
import { displayed, expect, hydrated, open, test } from './fixtures.ts';
import { answerProfile, holdFiles, holdOperation, OTHER_PROFILE, recordGraphql } from './network.ts';
import { onlyColourOf } from './picture.ts';

test.use({ waitsTheSecond: true });

/** Time of the blank screen, in milliseconds (specification, section 9). */
const BLANK_MS = 1_000;

/** Expects that nothing is displayed; returns the colour of the blank screen. */
async function expectBlank(page: Page): Promise<string | undefined> {
  expect(await page.evaluate(isAnythingShown)).toBe(false);
  const colour = await onlyColourOf(await page.screenshot());
  expect(colour, 'the one colour of a blank screen').toBeDefined();
  return colour;
}

// Other tests open the form, the 404 page and the home, which have the same gate (START-5).
test('START-1, START-3, START-4, START-6, MODE-1: one query, then a second', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('mode', 'dark'));
  const sent = recordGraphql(page);
  await answerProfile(page);
  const answer = await holdOperation(page, 'getAdminPublicProfil');
  const arrive = await holdFiles(page);
  await page.clock.install({ time: '2026-01-05T10:00:00' });
  await page.clock.pauseAt('2026-01-05T10:00:01');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  // The second begins with the answer, however late that is.
  await page.clock.runFor(60_000);
  expect(await expectBlank(page)).toBe(grounds.dark);
  answer();
  // The answer is in the document once the second has begun.
  await expect(page.locator('footer [data-profile=name]')).toHaveText(OTHER_PROFILE.name);
  await page.clock.runFor(BLANK_MS - 1);
  await expectBlank(page);
  await page.clock.runFor(1);
  expect(await page.evaluate(isAnythingShown)).toBe(true);
  const expectAnswer = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(OTHER_PROFILE.name);
    await expect(page.getByText(OTHER_PROFILE.metier).first()).toBeAttached();
    await expect(page.getByText('Une présentation venue de la réponse seule.')).toBeVisible();
    await expect(page.getByText('Une présentation').locator('strong')).toHaveText('réponse');
    await expect(page.getByRole('contentinfo')).toContainText(`© 2025 ${OTHER_PROFILE.name}`);
  };
  await page.clock.resume();
  await displayed(page);
  await expectAnswer();
  arrive();
  await hydrated(page);
  await page.getByRole('button', { name: 'Activer le mode clair' }).click();
  await expect(page.getByRole('button', { name: 'Activer le mode sombre' })).toBeVisible();
  await expectAnswer();
  const query = { operationName: 'getAdminPublicProfil', query: profileQuery, variables: { id: 3 } };
  expect(sent).toEqual([query]);
});

// src/startup/gate.test.ts proves every other failure.
test('START-2: without a profile nothing is displayed, and one error is logged', async ({ page, noise }) => {
  noise.expect(/^console\.error: Le profil n’a pas pu être chargé/);
  await page.clock.install();
  await answerProfile(page, null);
  await page.goto('/');
  await expect.poll(() => noise.heard()).toHaveLength(1);
  await page.clock.runFor(600_000);
  await expectBlank(page);
  expect(await readOut(page)).toEqual([]);
  expect(await tabThrough(page, 5)).toEqual([]);
  expect(noise.heard()).toHaveLength(1);
});

for (const [browser, prepare, paths] of [
  ['a browser of today', () => {}, ['/contact', '/nulle-part', '/']],
  ['one that knows no inert', () => void Reflect.deleteProperty(HTMLElement.prototype, 'inert'), ['/']],
] as const) {
  test(`START-5: until the gate opens nothing is painted, focused or read (${browser})`, async ({ page }) => {
    await page.addInitScript(prepare);
    const release = await holdOperation(page, 'getAdminPublicProfil');
    await page.clock.install({ time: '2026-01-05T10:00:00' });
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'load' });
      await expectBlank(page);
      expect(await tabThrough(page, 6), path).toEqual([]);
      expect(await readOut(page), path).toEqual([]);
      const met = await page.evaluate(() => {
        const hits = Array.from(document.querySelectorAll('svg'), (svg) => {
          const { x, y, width, height } = svg.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2);
        });
        return hits.filter((hit) => hit?.closest('#root')).map((hit) => hit?.outerHTML);
      });
      expect(met, path).toEqual([]);
    }
    await page.clock.pauseAt('2026-01-05T11:00:00');
    release();
    // The scripts arrive in the second, and open nothing.
    await hydrated(page);
    await expectBlank(page);
    expect(await readOut(page)).toEqual([]);
    await page.clock.resume();
    await displayed(page);
    expect(await readOut(page)).not.toEqual([]);
    expect(await tabThrough(page, 3)).toHaveLength(3);
    const mode = page.getByRole('button', { name: 'Activer le mode sombre' });
    await mode.locator('svg:visible').click({ force: true });
    await expect(page.getByRole('button', { name: 'Activer le mode clair' })).toBeVisible();
  });
}

async function tabThrough(page: Page, presses: number): Promise<string[]> {
  const focused: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    const tag = await page.evaluate(() => document.activeElement?.tagName ?? 'BODY');
    if (tag !== 'BODY' && tag !== 'HTML') focused.push(tag);
  }
  return focused;
}

// The test of START-1 above has the chosen dark mode.
test('START-6, MODE-1: the blank screen has the colour mode', async ({ page }) => {
  await holdOperation(page, 'getAdminPublicProfil');
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const [stored, ground] of [
    ['light', grounds.light],
    ['system', grounds.dark],
  ] as const) {
    // If several scripts set the mode, the last one wins.
    await page.addInitScript((mode) => localStorage.setItem('mode', mode), stored);
    await page.goto('/', { waitUntil: 'load' });
    expect(await expectBlank(page), stored).toBe(ground);
  }
});

test('START-1: with reduced motion nothing moves from the first frame on', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(window, { moved });
    const look = () => {
      const displayed = performance.getEntriesByName('gate:reveal').length > 0;
      if (displayed) moved.push(document.getAnimations().length);
      if (moved.length < 20) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await open(page, '/');
  const moved = () => page.evaluate(() => (window as unknown as { moved: number[] }).moved);
  await expect.poll(async () => (await moved()).length).toBe(20);
  expect(new Set(await moved())).toEqual(new Set([0]));
});
