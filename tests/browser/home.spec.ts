import type { Page } from '@playwright/test';
import { home, references } from '../../src/site.ts';
import { homeWords } from '../../src/words/home.ts';
import { arrived, expect, isSameDocument, markDocument, open, test } from './fixtures.ts';
import { expectMovement } from './movement.ts';
import { answerProfile, OTHER_PROFILE } from './network.ts';

const presentation =
  '<p>Premier.</p><p>Second, <a href="/contact">par ici</a>.</p><ul><li>Une puce</li></ul><ol><li>Un numéro</li></ol>';

test('HOME-1, HOME-5, HOME-11, HOME-12: all parts of the home', async ({ page }) => {
  await answerProfile(page, { ...OTHER_PROFILE, presentation });
  await open(page, '/');
  await test.step('name as the only h1, round avatar, mode toggle and navigation', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1, name: OTHER_PROFILE.name })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Activer le mode sombre' })).toBeVisible();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    const avatar = page.locator('header img');
    await expect(avatar).toBeVisible();
    await expect(avatar).toHaveCSS('border-radius', '50%');
  });
  await test.step('paragraphs and lists of the presentation look like what they are', async () => {
    const [first, second] = await Promise.all(
      ['Premier.', 'Second,'].map((text) => page.getByText(text).boundingBox()),
    );
    if (!first || !second) throw new Error('The paragraphs have no box');
    expect(second.y - first.y - first.height).toBeGreaterThan(8);
    await expect(page.getByText('Une puce')).toHaveCSS('list-style-type', 'disc');
    await expect(page.getByText('Un numéro')).toHaveCSS('list-style-type', 'decimal');
  });
  await test.step('HOME-11: the job title has the largest words; for whom, and three facts, answer what is asked first', async () => {
    const sizeOf = (each: Element) => Number.parseFloat(getComputedStyle(each).fontSize);
    const words = await page.locator('header h1, main p, main h2').all();
    const sizes = await Promise.all(words.map((each) => each.evaluate(sizeOf)));
    expect(await page.locator('main p').first().evaluate(sizeOf)).toBe(Math.max(...sizes));
    for (const words of [home.forWhom, ...home.facts.flatMap(({ label, fact }) => [label, fact])])
      await expect(page.locator('#root').getByText(words, { exact: true }).first()).toBeInViewport();
  });
  await test.step('the person, the five stages, the usual questions and the proof', async () => {
    await expect(page.getByRole('figure').getByText(OTHER_PROFILE.name)).toBeVisible();
    await expect(page.getByRole('figure').getByText(home.person.text)).toBeVisible();
    const stages = page.getByRole('group', { name: homeWords.stages.choose }).getByRole('radio');
    await expect(stages).toHaveCount(5);
    const has = page.getByText(homeWords.stages.give);
    const shown = page.getByRole('listitem').filter({ has, visible: true });
    for (const { title, give, get } of home.stages.items) {
      await expect(shown).toHaveCount(1);
      for (const words of [title, give, get]) await expect(shown).toContainText(words);
      await page.getByRole('radio', { checked: true }).press('ArrowRight');
    }
    await page.getByRole('group').getByText(String(home.stages.items[3]?.title)).first().click();
    await expect(shown).toContainText(String(home.stages.items[3]?.get));
    for (const { title, text } of home.questions) {
      await expect(page.getByText(text)).toBeHidden();
      await page.getByText(title).click();
      await expect(page.getByText(text)).toBeVisible();
    }
    for (const { client, result = '' } of references) {
      await expect(page.getByRole('heading', { name: client, level: 3 })).toBeVisible();
      await expect(page.getByText(result)).toBeVisible();
    }
  });
  await test.step('a link of the presentation is followed without a reload', async () => {
    await markDocument(page);
    await page.getByRole('link', { name: 'par ici' }).click();
    await arrived(page, '/contact');
    expect(await isSameDocument(page)).toBe(true);
  });
});

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

test('HOME-12: the sun rises with the chosen stage, each name below its mark', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/');
  const stages = page.getByRole('group', { name: homeWords.stages.choose });
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const picture = (await stages.boundingBox()) as Box;
    const names = await stages.locator('label > span').all();
    let [place, height] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const name of names) {
      await name.click();
      const box = (await name.boundingBox()) as Box;
      expect(box.x).toBeGreaterThanOrEqual(picture.x);
      const mark = (await stages.getByRole('radio', { checked: true }).boundingBox()) as Box;
      expect(box.y).toBeGreaterThan(mark.y + mark.height);
      expect(box.x + box.width).toBeLessThanOrEqual(picture.x + picture.width);
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
  expect(noise.heard()).toEqual([]);
  await heading.evaluate((element) => element.closest('section')?.remove());
  await toServices(page).click();
  await expect.poll(noise.heard).toEqual(['console.warning: Section non trouvée']);
  await expect(page).toHaveURL(/\/(#.*)?$/);
});
