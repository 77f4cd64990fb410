import type { Page } from '@playwright/test';
import { formatRgb } from 'culori';
import { grounds, identity } from '../../src/site.ts';
import { looksAfterToggle } from '../engines/in-page.ts';
import { expect, loaded, open, test } from './fixtures.ts';
import { onlyColourOf } from './picture.ts';

async function expectMode(page: Page, mode: 'light' | 'dark'): Promise<void> {
  const offers = mode === 'light' ? 'Activer le mode sombre' : 'Activer le mode clair';
  await expect(page.getByRole('button', { name: offers })).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('background-color', formatRgb(grounds[mode]) ?? '');
  // The bars of a phone's browser have the colour of the page.
  const bars = () => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
    return metas.find(({ media }) => matchMedia(media).matches)?.content;
  };
  expect(await page.evaluate(bars)).toBe(grounds[mode]);
}

test('MODE-1: the mode follows the system, a choice holds until it is undone', async ({ page }) => {
  await open(page, '/privacy');
  await expectMode(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectMode(page, 'dark');
  await page.getByRole('button', { name: 'Activer le mode clair' }).click();
  await expectMode(page, 'light');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Activer le mode sombre' }).click();
  await expectMode(page, 'dark');
  const said = page.getByText(/C’est fait/);
  await page.getByRole('button', { name: 'Suivre le réglage de mon appareil', exact: true }).click();
  await expect(said).toBeVisible();
  await expectMode(page, 'light');
  await page.getByRole('button', { name: 'Activer le mode sombre' }).click();
  await expect(said).toBeHidden();
  await page.reload();
  await loaded(page);
  await expectMode(page, 'dark');
});

test('MODE-1: the light mode that was chosen holds in a browser that darkens sites', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setAutoDarkModeOverride', { enabled: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/contact');
  await page.getByRole('button', { name: 'Activer le mode clair' }).click();
  const corner = { x: 0, y: 400, width: 4, height: 4 };
  await expect.poll(async () => onlyColourOf(await page.screenshot({ clip: corner }))).toBe(grounds.light);
});

test('MODE-1: the page changes its mode at once, fading unless motion is reduced', async ({ page }) => {
  await open(page, '/contact');
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      performance.mark('fade');
      return start(update);
    };
  });
  for (const [reducedMotion, mode] of [
    ['no-preference', 'dark'],
    ['reduce', 'light'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    expect(await page.evaluate(looksAfterToggle), reducedMotion).toBeLessThanOrEqual(2);
    await expectMode(page, mode);
    const fades = await page.evaluate(() => performance.getEntriesByName('fade').length);
    expect(fades, 'none with less motion').toBe(1);
  }
});

test('MODE-2: only pictures of the mode are fetched', async ({ context }) => {
  for (const [system, stored, wanted, unwanted] of [
    ['light', 'system', '/images/studio.svg', '/images/studio-dark.svg'],
    ['dark', 'system', '/images/studio-dark.svg', '/images/studio.svg'],
    ['light', 'dark', '/images/studio-dark.svg', '/images/studio.svg'],
    ['dark', 'light', '/images/studio.svg', '/images/studio-dark.svg'],
  ] as const)
    await test.step(`${stored} on ${system} system`, async () => {
      const page = await context.newPage();
      await page.emulateMedia({ colorScheme: system });
      await page.addInitScript((mode) => localStorage.setItem('mode', mode), stored);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await open(page, '/about');
      const picture = page.getByRole('main').getByRole('img', { name: identity.studioPictureAlt });
      const pathOf = (image: HTMLImageElement) => image.naturalWidth && new URL(image.currentSrc).pathname;
      const shown = () => picture.evaluate(pathOf);
      await expect.poll(shown).toBe(wanted);
      expect(asked).toContain(wanted);
      expect(asked).not.toContain(unwanted);
      // Printed pages are light.
      await page.emulateMedia({ media: 'print' });
      await expect.poll(shown).toBe('/images/studio.svg');
      await page.close();
    });
});

test('MODE-1: a press while the mode changes counts: link, field, the switch itself', async ({ page }) => {
  await open(page, '/contact');
  // The fade outlasts the presses of this test, however busy the machine is.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '::view-transition-old(root), ::view-transition-new(root) { animation-duration: 60s !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
  const toggle = page.getByRole('button', { name: /Activer le mode/ });
  await toggle.click();
  await page.waitForFunction(() => {
    const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
    return effects.some(({ pseudoElement }) => pseudoElement?.includes('view-'));
  });
  // A forced click does not wait until nothing lies over its place.
  await toggle.click({ force: true });
  await expectMode(page, 'light');
  await toggle.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expectMode(page, 'light');
  const field = page.getByRole('textbox', { name: 'Email' });
  await toggle.click();
  await field.click({ force: true });
  await expect(field).toBeFocused();
  await page.keyboard.type('a');
  await expect(field).toHaveValue('a');
  await page.getByRole('link', { name: "L'équipe" }).first().click({ force: true });
  await expect(page).toHaveURL('/about');
});
