import { globSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { homeWords } from '../../src/words/home.ts';
import { AXE, violations } from '../browser/display.ts';
import { PATHS } from '../browser/fixtures.ts';
import { checkOut } from '../deploy/checkout.ts';
import { output } from '../support/launched.ts';
import { ROOT, read } from '../support/root.ts';
import { type Site, startSite } from '../support/site.ts';
import { longLines, readLines } from '../visual/lines.ts';
import { lostText } from '../visual/lost-text.ts';

/* These tests hold for the site of every studio that the build accepts (STUDIO-5). */

const own = process.env['OWN_STUDIO'];
const studios = [...globSync('tests/studios/*', { cwd: ROOT }), ...(own ? [own] : [])];

for (const folder of studios)
  test.describe(folder, () => {
    test.describe.configure({ mode: 'serial' });
    let site: Site;
    test.beforeAll(async () => {
      test.setTimeout(600_000);
      site = await startStudio(folder);
    });
    test.afterAll(() => site.stop());

    test('STUDIO-5: every page fits, can be read and leads on, in both modes', async ({ page }) => {
      await page.addInitScript({ path: AXE });
      for (const path of PATHS) {
        await page.goto(site.url + path);
        await expect(page.locator('html[data-gate=open]:not([inert])')).toBeAttached();
        for (const width of [320, 768, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          expect.soft(await overflow(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
          expect.soft(await lostText(page), `${path} at ${width} px`).toEqual([]);
          const lines = await page.evaluate(readLines);
          expect.soft(longLines(lines), `${path} at ${width} px`).toEqual([]);
        }
        expect.soft(await violations(page), path).toEqual([]);
        expect
          .soft(await page.locator('#root').textContent())
          .not.toMatch(/\bundefined\b|\bNaN\b|\[object|[{}]/);
        for (const file of globSync('files/*', { cwd: join(ROOT, folder) }))
          expect.soft(await isThere(page, `${site.url}/${basename(file)}`), file).toBe(true);
        for (const address of await ownLinks(page))
          expect.soft(await isThere(page, address), address).toBe(true);
      }
    });

    test('CARD-7: with one offer or no portrait, words begin below their title', async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(site.url);
      await expect(page.locator('html[data-gate=open]:not([inert])')).toBeAttached();
      const [name, audience] = [
        await page.locator('h1').boundingBox(),
        await page.locator('h1 + p').boundingBox(),
      ];
      expect(audience?.x).toBe(name?.x);
      expect(audience?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
      const section = page.locator('#services');
      const leftOf = async (name: string) => (await section.locator(name).first().boundingBox())?.x;
      const hasNames = (await section.getByRole('tablist').count()) > 0;
      expect((await leftOf('article')) === (await leftOf('h2'))).toBe(!hasNames);
      const cards = section.getByRole('article').filter({ visible: true });
      const heights = await cards.evaluateAll((all) => all.map((card) => card.clientHeight));
      expect(new Set(heights).size, `cards beside each other: ${heights}`).toBe(1);
    });

    test('HOME-13, LEGAL-2: réalisations are as written, opinions as the law asks', async ({ page }) => {
      await page.goto(site.url);
      const section = page.locator('section', {
        has: page.getByRole('heading', { name: homeWords.references }),
      });
      const { references } = parse(read(`${folder}/references.yaml`));
      await expect(section).toHaveCount(references.length > 0 ? 1 : 0);
      for (const { client, role, date, problem, decision, result, link, quote } of references) {
        const entry = section
          .getByRole('listitem')
          .filter({ has: page.getByRole('heading', { name: client }) });
        for (const text of [
          role,
          date?.slice(0, 4),
          problem,
          decision,
          result,
          quote?.text,
          quote?.name,
        ].filter(Boolean))
          await expect.soft(entry).toContainText(text.replaceAll("'", '’'));
        await expect.soft(entry, 'a month in words').not.toContainText(/20\d\d-\d\d/);
        await expect.soft(entry.getByRole('link')).toHaveCount(link ? 1 : 0);
        await expect
          .soft(entry.getByRole('figure'))
          .toHaveText(
            quote?.text
              ? [/Avis publié en .+, sur un projet d.+ contrôlé.+ (?:contrepartie|avantage)\./]
              : [],
          );
      }
    });
  });

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const ownLinks = (page: Page) =>
  page.evaluate(() => [
    ...new Set(
      Array.from(document.links, ({ href }) => href).filter((href) => href.startsWith(location.origin)),
    ),
  ]);

/** Whether a link leads to a page, and its anchor to a place there. */
async function isThere(page: Page, address: string): Promise<boolean> {
  const response = await page.request.get(address);
  const anchor = new URL(address).hash.slice(1);
  return response.ok() && (anchor === '' || (await response.text()).includes(`id="${anchor}"`));
}

const PATIENCE = 'tests/support/no-shedding.ts';

/**
 * Builds and starts the site of a studio as its owner does: in a checkout whose folder `studio` it is.
 * @param folder from the root of the project, or absolute; pictures that it lacks are the example's
 */
async function startStudio(folder: string) {
  const cwd = await mkdtemp(join(tmpdir(), 'vitrine-'));
  // The build needs none of these folders.
  await checkOut(cwd, ['bench', 'docs', 'mutation', 'tests', 'studio']);
  // The server reads its patience from this file.
  await cp(join(ROOT, PATIENCE), join(cwd, PATIENCE));
  await symlink(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
  const studio = join(cwd, 'studio');
  await cp(join(ROOT, 'example/images'), join(studio, 'images'), { recursive: true });
  await cp(resolve(ROOT, folder), studio, { recursive: true, filter: (path) => basename(path) !== '.git' });
  const env = { ...process.env, STUDIO_DIR: '' };
  await output(process.execPath, ['scripts/build-site.mjs'], { cwd, env });
  const site = await startSite({ cwd });
  const stop = async () => {
    await site.stop();
    await rm(cwd, { recursive: true });
  };
  return { ...site, stop };
}
