import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures.ts';
import { openPage } from './open-page.ts';

/*
 * What opening the drawer costs, counted instead of timed, so that it holds on a busy machine too. `npm run test:motion`
 * times it.
 */
test.use({ viewport: { width: 390, height: 844 } });

/** A modal dialog makes the rest inert, which styles every element anew that is displayed: 207 on a phone. */
const MAX_RESTYLED = 220;

interface StyleEvent {
  name: string;
  args: { elementCount?: number };
}

test('opening the drawer styles few elements anew and changes nothing in the page but the dialog', async ({
  page,
  browser,
  noise,
}) => {
  await openPage(page, noise, { name: 'home', path: '/' });
  const changes = await page.evaluateHandle(() => {
    const seen: string[] = [];
    new MutationObserver((records) => {
      for (const { target, attributeName } of records)
        seen.push(`${target.nodeName} ${attributeName ?? 'children'}`);
    }).observe(document.body, { attributes: true, childList: true, characterData: true, subtree: true });
    return seen;
  });
  const restyled = await restyledBy(browser, page, async () => {
    await page.getByRole('button', { name: /ouvrir le menu/i }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  expect(await changes.jsonValue()).toEqual(['DIALOG open']);
  expect(restyled).toBeGreaterThan(0);
  expect(restyled).toBeLessThan(MAX_RESTYLED);
});

for (const [press, name, before] of [
  ['opens', /ouvrir le menu/i, false],
  ['closes', /fermer le menu/i, true],
] as const) {
  test(`the drawer ${press} in a turn of its own, after the frame that shows the press`, async ({
    page,
    noise,
  }) => {
    await openPage(page, noise, { name: 'home', path: '/' });
    const dialog = page.locator('dialog');
    if (before) await page.getByRole('button', { name: /ouvrir le menu/i }).click();
    await expect(dialog).toHaveJSProperty('open', before);
    const duringPress = await page.getByRole('button', { name }).evaluate((button: HTMLElement) => {
      button.click();
      return document.querySelector('dialog')?.open;
    });
    expect(duringPress).toBe(before);
    await expect(dialog).toHaveJSProperty('open', !before);
  });
}

/** The most elements that one turn of styling went through. */
async function restyledBy(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: StyleEvent[];
  };
  const turns = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree');
  return Math.max(0, ...turns.map(({ args }) => args.elementCount ?? 0));
}
