import type { Page } from '@playwright/test';
import { home } from '../../src/site.ts';
import { homeWords } from '../../src/words/home.ts';
import { arrived, expect, isSameDocument, markDocument, open, test } from './fixtures.ts';
import { expectMovement } from './movement.ts';
import { answerProfile, OTHER_PROFILE } from './network.ts';

const presentation =
  '<div><p>Premier.</p></div><p>Second, <a href="/contact">par ici</a>.</p><ul><li>Une puce</li></ul><ol><li>Un numéro</li></ol>';

test('HOME-5: paragraphs, lists and links of the presentation are what they look like', async ({ page }) => {
  await answerProfile(page, { ...OTHER_PROFILE, presentation });
  await open(page, '/');
  const [first, second] = await Promise.all(
    ['Premier.', 'Second,'].map((text) => page.getByText(text).boundingBox()),
  );
  if (!first || !second) throw new Error('The paragraphs have no box');
  expect(second.y - first.y - first.height).toBeGreaterThan(8);
  await expect(page.getByText('Une puce')).toHaveCSS('list-style-type', 'disc');
  await expect(page.getByText('Un numéro')).toHaveCSS('list-style-type', 'decimal');
  await markDocument(page);
  await page.getByRole('link', { name: 'par ici' }).click();
  await arrived(page, '/contact');
  expect(await isSameDocument(page)).toBe(true);
});

test('HOME-11, HOME-12: facts are in the first view, a chosen stage is shown', async ({ page }) => {
  await open(page, '/');
  for (const words of [home.forWhom, ...home.facts.flatMap(({ label, fact }) => [label, fact])])
    await expect(page.locator('#root').getByText(words, { exact: true }).first()).toBeInViewport();
  const has = page.getByText(homeWords.stages.give);
  const shown = page.getByRole('listitem').filter({ has, visible: true });
  for (const { title, give, get } of home.stages.items) {
    await expect(shown).toHaveCount(1);
    for (const words of [title, give, get]) await expect(shown).toContainText(words);
    await page.getByRole('radio', { checked: true }).press('ArrowRight');
  }
  await page.getByRole('group').getByText(String(home.stages.items[3]?.title)).first().click();
  await expect(shown).toContainText(String(home.stages.items[3]?.get));
});

test('HOME-12: the sun rises with the chosen stage', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/');
  const stages = page.getByRole('group', { name: homeWords.stages.choose });
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    let [place, height] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const name of await stages.locator('label > span').all()) {
      const { width: end = 0 } = (await name.boundingBox()) ?? {};
      await name.click({ position: { x: end - 12, y: 8 } });
      // The lengths are pixels across and down; both include half the size of the sun.
      const sun = await stages.evaluate((each) => getComputedStyle(each, '::after').translate);
      const [across = 0, down = 0] = Array.from(sun.matchAll(/(-?[\d.]+)px/g), ([, px]) => Number(px));
      expect(across, `${width} px: ${sun}`).toBeGreaterThan(place);
      expect(down, `${width} px: ${sun}`).toBeLessThan(height);
      [place, height] = [across, down];
    }
  }
});

const servicesHeading = (page: Page) => page.getByRole('heading', { name: homeWords.services.title });
const toServices = (page: Page) => page.getByRole('link', { name: homeWords.seeServices });

test('HOME-6: ‘Voir nos services’ scrolls to the section, or warns without one', async ({ page, noise }) => {
  noise.expect(/^console\.warning: Section non trouvée$/);
  await page.setViewportSize({ width: 1000, height: 500 });
  await open(page, '/');
  const heading = servicesHeading(page);
  await expect(heading).not.toBeInViewport();
  await expectMovement(
    page,
    'smooth',
    () => toServices(page).click(),
    () => expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(250),
  );
  await expect(heading).toBeInViewport();
  await expect(page).toHaveURL('/#services');
  await expect(page.locator('#services')).toBeFocused();
  // A second press makes no second entry of the history.
  await toServices(page).dispatchEvent('click');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(heading).not.toBeInViewport();
  // The new entry has no place of its own before the page has come to rest.
  await toServices(page).dispatchEvent('click');
  for (const way of ['goBack', 'goForward'] as const) await page[way]();
  await expect(heading).toBeInViewport();
  expect(noise.heard()).toEqual([]);
  await heading.evaluate((element) => element.closest('section')?.remove());
  await toServices(page).click();
  await expect.poll(noise.heard).toEqual(['console.warning: Section non trouvée']);
  await expect(page).toHaveURL(/\/(#.*)?$/);
});
