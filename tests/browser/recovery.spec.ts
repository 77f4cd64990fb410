import * as form from './contact-form.ts';
import { GIVEN_UP, holdScripts } from './delayed-files.ts';
import { arrived, expect, footerLink, isSameDocument, markDocument, open, test } from './fixtures.ts';
import { answerProfile, OTHER_PROFILE, onOperation } from './graphql-route.ts';

/*
 * Extensions that change the page, browsers that lack something, visitors who leave and come back.
 */

test('PAGE-4: an extension that removes an element empties no page', async ({ page, noise }) => {
  noise.allow(/NotFoundError|removeChild/);
  await open(page, '/legal-mention');
  await page.evaluate(() => window.scrollTo(0, 600));
  const back = page.getByRole('button', { name: 'Retour en haut' });
  await expect(back).toBeVisible();
  await back.evaluate((button) => button.remove());
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await footerLink(page, 'Contact').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parlons de votre projet');
});

test('PAGE-4: a page whose scripts fail again and again stays as the server rendered it', async ({
  page,
  noise,
}) => {
  noise.allow(/Refused here|failed again/);
  await page.addInitScript(() =>
    Object.defineProperty(document, 'title', {
      set: () => {
        throw new Error('Refused here');
      },
    }),
  );
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await page.goto('/about');
  await expect.poll(() => loads).toBe(3);
  await expect(page.locator('html:not([data-scripts])')).toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(loads).toBe(3);
});

test('FORM-3: an extension that wraps main costs no text', async ({ page, noise }) => {
  noise.allow(/NotFoundError|removeChild|insertBefore/);
  await open(page, '/contact');
  const values = form.validValues();
  await form.fill(page, values);
  await page.evaluate(() => {
    const main = document.querySelector('main');
    const wrapper = document.createElement('div');
    main?.replaceWith(wrapper);
    wrapper.append(...(main ? [main] : []));
    document.querySelector('footer')?.remove();
  });
  await page.getByRole('link', { name: "L'équipe" }).first().click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('main')).toBeVisible();
  await page.goBack();
  await expect.poll(() => form.read(page)).toEqual(values);
});

test('FORM-2: a reload while a message is being sent costs nothing of its text', async ({ page, noise }) => {
  noise.allow(/Failed to fetch|aborted|ERR_ABORTED/);
  await open(page, '/contact');
  await form.holdAnswer(page, form.accepted);
  const values = await form.send(page);
  await expect(form.submit(page)).toBeDisabled();
  await page.reload();
  await expect.poll(() => form.read(page)).toEqual(values);
});

test('FORM-6: a message that was not sent outlives another page, a reload, and what is typed meanwhile', async ({
  page,
  noise,
}) => {
  noise.expect(form.REFUSED);
  noise.allow(GIVEN_UP);
  await page.setViewportSize({ width: 390, height: 844 });
  await onOperation(page, 'postContactForm', form.refused);
  await open(page, '/contact');
  const values = await form.send(page);
  await expect(form.restore(page)).toBeVisible();
  await form.leave(page);
  await footerLink(page, 'Contact').click();
  await arrived(page, '/contact');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const arrive = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await form.message(page).fill('Un autre message, tapé avant les scripts.');
  arrive();
  await form.restore(page).click();
  expect(await form.read(page)).toEqual(values);
});

test('MODE-1: with a store that can only be read, the mode lasts for the page', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await open(page, '/about');
  await page.getByRole('button', { name: 'Activer le mode sombre' }).click();
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'other' }));
  });
  await expect(page.getByRole('button', { name: 'Activer le mode clair' })).toBeVisible();
});

test('HOME-5: a link of the presentation is followed without a reload', async ({ page }) => {
  await answerProfile(page, {
    ...OTHER_PROFILE,
    presentation: '<p>Écrivez-nous par la <a href="/contact">page de contact</a>.</p>',
  });
  await open(page, '/');
  await markDocument(page);
  await page.getByRole('link', { name: 'page de contact' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parlons de votre projet');
  expect(await isSameDocument(page)).toBe(true);
});

test('HOME-2: an impatient double tap on the burger leaves the drawer open', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '/about');
  await page.getByRole('button', { name: /menu/i }).dblclick({ delay: 20 });
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await page.waitForFunction(() => new Promise(requestAnimationFrame).then(() => true));
  await expect(drawer).toBeVisible();
});
