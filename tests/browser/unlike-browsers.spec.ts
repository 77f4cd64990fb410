import { globSync } from 'node:fs';
import { homeWords } from '../../src/words/home.ts';
import { ROOT, read } from '../support/root.ts';
import * as form from './contact-form.ts';
import { translate } from './display.ts';
import { arrived, displayed, expect, footerLink, hydrated, open, test } from './fixtures.ts';
import { answerProfile, openWithout } from './network.ts';

/* These tests have browsers that lack a feature or translate the page. */

test('FORM-3, FORM-5: a page that the browser translates stays whole', async ({ page }) => {
  await open(page, '/contact');
  await form.submit(page).click();
  await expect(page.getByText(form.MESSAGES.subject).first()).toBeVisible();
  await translate(page);
  const values = form.validValues();
  await form.fill(page, { ...values, message: 'Trop peu' });
  await expect(page.getByText(form.MESSAGES.messageShort).first()).toBeVisible();
  await translate(page);
  await form.fill(page, values);
  expect(await form.read(page)).toEqual(values);
  await page.locator('form button[type=submit]').click();
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
});

test('START-4, HOME-5: without setHTML the presentation comes with scripts', async ({ page, noise }) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED|Failed to fetch/);
  await page.addInitScript(() => Object.defineProperty(Element.prototype, 'setHTML', { value: undefined }));
  await answerProfile(page);
  const arrive = await openWithout(page, '/', '**/sanitizer.js');
  const presentation = page.locator('[data-profile=presentation]');
  await expect(presentation, 'the outdated one is hidden').toBeHidden();
  await arrive();
  await expect(presentation).toContainText('Une présentation venue de la réponse seule.');
  await expect(presentation).toBeVisible();
  await page.context().setOffline(true);
  await footerLink(page, 'Contact').click();
  await arrived(page, '/contact');
  await footerLink(page, 'Accueil').click();
  await expect(presentation).toContainText('Une présentation venue de la réponse seule.');
  await page.context().setOffline(false);
  await page.route('**/sanitizer.js', (route) => route.abort());
  await page.goto('/');
  await displayed(page);
  await expect(presentation, 'the older one is better than none').toBeVisible();
});

test('FORM-2, FORM-5: a Safari of 2023 checks and sends the form', async ({ page, site }) => {
  await page.addInitScript(() => {
    for (const [owner, name] of [
      [String.prototype, 'toWellFormed'],
      [Intl, 'Segmenter'],
      [URL, 'canParse'],
      [AbortSignal, 'timeout'],
    ] as const)
      Object.defineProperty(owner, name, { value: undefined, configurable: true });
  });
  const reported = page.waitForRequest('**/insights/view');
  await open(page, '/contact');
  await reported;
  await page.evaluate(() =>
    addEventListener('mousedown', (event) => {
      if (!(event.target as Element).closest('button')) return;
      event.preventDefault();
      document.querySelector('main')?.focus({ preventScroll: true });
    }),
  );
  const values = form.validValues();
  values.message = 'Un site à 1 000 € pour l’été 🏔️ et l’hiver';
  await form.submit(page).click();
  await expect(page.getByText(form.MESSAGES.subject).first()).toBeVisible();
  await form.fill(page, values);
  await expect(form.counter(page, values.message.length)).toBeVisible();
  await form.submit(page).click();
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  await expect(page.getByRole('region', { name: /^Message bien reçu/ })).toBeFocused();
  expect(await form.storedMessages(site, values.email)).toHaveLength(1);
});

test('HOME-2, HOME-3, HOME-4: style sheets and scripts ask for widths in words that browsers of 2021 know', () => {
  const built = globSync('dist/{client,gate,insights,styles}/**/*.{css,js}', { cwd: ROOT });
  const conditions = /@media[^{]+|(["'`])[^"'`{}]*\((?:width|height|[a-z-]+:)[^"'`{}]*\1/g;
  const asked = built.flatMap((name) => read(name).match(conditions) ?? []);
  expect(asked).toContain('@media (max-width:599.98px)');
  expect(asked).toContainEqual(expect.stringContaining('(min-width: 600px) and (prefers-reduced-motion'));
  expect(asked.filter((condition) => /[<>]|not \(|\) or/.test(condition))).toEqual([]);
});

test.describe('behind a proxy', () => {
  // The document is changed on its way.
  test.use({ bypassCSP: true });

  test('START-1: a page whose scripts a proxy runs late is not taken away, and works', async ({ page }) => {
    await page.addInitScript(() => {
      const gates: string[] = [];
      Object.assign(window, { gates });
      const note = () => gates.push(String(document.documentElement.dataset['gate']));
      const attributeFilter = ['data-gate', 'inert'];
      new MutationObserver(note).observe(document, { subtree: true, attributeFilter });
      addEventListener('load', () =>
        setTimeout(() => {
          const moved = document.querySelector('script[type=late]');
          const script = document.createElement('script');
          Object.assign(script.dataset, (moved as HTMLElement).dataset);
          script.textContent = String(moved?.textContent);
          moved?.replaceWith(script);
        }, 300),
      );
    });
    await page.route('/about', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('<script', '<script type="late"');
      await route.fulfill({ response, body });
    });
    await page.goto('/about');
    await hydrated(page);
    await displayed(page);
    expect(await page.evaluate('gates')).not.toContain('closed');
    await page.getByRole('button', { name: 'Activer le mode sombre' }).click();
    await expect(page.getByRole('button', { name: 'Activer le mode clair' })).toBeVisible();
  });
});

test.describe('of 2022', () => {
  // The style sheet in the document is changed on its way.
  test.use({ bypassCSP: true, film: 'still' });

  test('MODE-2: without subgrid or color-mix words stand on a plain ground', async ({ page }) => {
    for (const unknown of [/subgrid|(?<=\d)cq[wh]/g, /color-mix/g]) {
      await page.route(/\/$|\.css$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replaceAll(unknown, 'unknown') });
      });
      await open(page, '/');
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        await expect(page.locator('video'), `${unknown} at ${width} px`).toBeHidden();
        const ground = await page.locator('div:has(> div > video)').boundingBox();
        const words = await page.getByRole('link', { name: homeWords.seeServices }).boundingBox();
        const footOf = (box: typeof ground) => (box?.y ?? 0) + (box?.height ?? 0);
        expect(footOf(ground)).toBeGreaterThan(footOf(words));
        await expect(page.locator('li:has(> dl)').first()).toHaveCSS('row-gap', /px/);
      }
    }
  });
});

test('START-1, FORM-5, STAT-1: a link that holds the site’s password opens it', async ({ page, site }) => {
  const reported = page.waitForRequest('**/insights/view');
  await open(page, site.url.replace('//', '//client:essai@'));
  await reported;
  await footerLink(page, 'Contact').click();
  await form.send(page);
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
});
