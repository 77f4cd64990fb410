import type { Page } from '@playwright/test';
import { expect, footerLink, hydrated, open, test } from './fixtures.ts';
import { luminance, mainColour, readPicture } from './picture.ts';

async function expectMode(page: Page, mode: 'light' | 'dark'): Promise<void> {
  const offers = mode === 'light' ? 'Activer le mode sombre' : 'Activer le mode clair';
  await expect(page.getByRole('button', { name: offers })).toBeVisible();
  const ground = expect.poll(async () => luminance(await mainColour(await page.screenshot())), {
    message: `ground in ${mode} mode`,
  });
  if (mode === 'light') await ground.toBeGreaterThan(0.7);
  else await ground.toBeLessThan(0.1);
}

test('MODE-1: by default the mode follows the system, live', async ({ page }) => {
  await open(page, '/privacy');
  await expectMode(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectMode(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expectMode(page, 'light');
});

test('MODE-1: the toggle switches, is stored, and holds against the system and on other pages', async ({
  page,
}) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Activer le mode sombre' }).click();
  await footerLink(page, 'Contact').click();
  await expectMode(page, 'dark');
  await page.reload();
  await expectMode(page, 'dark');
  await hydrated(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Activer le mode clair' }).click();
  await expectMode(page, 'light');
  await page.reload();
  await expectMode(page, 'light');
  expect(await page.evaluate(() => Object.values(localStorage))).toContain('light');
});

test('MODE-1: that the site follows the system is said only while it does', async ({ page }) => {
  await open(page, '/privacy');
  await page.getByRole('button', { name: 'Activer le mode sombre' }).click();
  const said = page.getByText(/C’est fait/);
  await page.getByRole('button', { name: 'Suivre le réglage de mon appareil', exact: true }).click();
  await expect(said).toBeVisible();
  await expectMode(page, 'light');
  await page.getByRole('button', { name: 'Activer le mode sombre' }).click();
  await expect(said).toBeHidden();
});

const THEME = [
  { mode: 'light', colours: ['#ffbd59', '#5e17eb'] },
  { mode: 'dark', colours: ['#ebf2fa', '#389a6b'] },
] as const;

for (const { mode, colours } of THEME) {
  test(`MODE-2: the primary and secondary colours are painted in the ${mode} mode`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' });
    const painted = new Map<string, number>();
    for (const path of ['/', '/contact', '/about']) {
      await open(page, path);
      const picture = await readPicture(
        await page.screenshot({ fullPage: true, mask: [page.locator('video')] }),
      );
      for (const [colour, count] of picture.colours) painted.set(colour, (painted.get(colour) ?? 0) + count);
    }
    for (const colour of colours) expect(painted.get(colour) ?? 0, colour).toBeGreaterThan(300);
  });
}

for (const [system, stored, wanted, unwanted] of [
  ['light', 'system', '/images/studio.svg', '/images/studio-dark.svg'],
  ['dark', 'system', '/images/studio-dark.svg', '/images/studio.svg'],
  ['light', 'dark', '/images/studio-dark.svg', '/images/studio.svg'],
  ['dark', 'light', '/images/studio.svg', '/images/studio-dark.svg'],
] as const) {
  test(`MODE-2: pictures come in the colours of the mode, and only those are fetched (${stored} on a ${system} system)`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.addInitScript((mode) => localStorage.setItem('mode', mode), stored);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await open(page, '/about');
    const shown = page.getByRole('main').getByRole('img').first();
    await expect
      .poll(() =>
        shown.evaluate(
          (image: HTMLImageElement) => image.naturalWidth > 0 && new URL(image.currentSrc).pathname,
        ),
      )
      .toBe(wanted);
    expect(asked).toContain(wanted);
    expect(asked).not.toContain(unwanted);
  });
}
