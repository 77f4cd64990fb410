import type { Locator, Page } from '@playwright/test';
import { shownText } from './display.ts';
import { arrived, expect, open, PATHS, test } from './fixtures.ts';
import { answerProfile, OTHER_PROFILE, recordGraphql } from './graphql-route.ts';
import { isSmooth, recordScroll, scrollRecord } from './movement.ts';

test('HOME-1: the identity header has the name as the only h1, a round avatar, the mode toggle and the navigation', async ({
  page,
}) => {
  await answerProfile(page);
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1, name: OTHER_PROFILE.name })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Activer le mode sombre' })).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const avatar = page.locator('header img');
  await expect(avatar).toBeVisible();
  const shape = await avatar.evaluate((image: HTMLImageElement) => {
    const { width, height } = image.getBoundingClientRect();
    return {
      width,
      height,
      radius: getComputedStyle(image).borderTopLeftRadius,
    };
  });
  await expect
    .poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(Math.abs(shape.width - shape.height)).toBeLessThan(1);
  const radius = Number.parseFloat(shape.radius);
  expect(shape.radius.endsWith('%') ? radius >= 50 : radius >= shape.width / 2).toBe(true);
});

test('HOME-1: on the other pages the h1 is the page’s own title, not the name', async ({ page }) => {
  await answerProfile(page);
  for (const path of PATHS.filter((each) => each !== '/')) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText(OTHER_PROFILE.name);
  }
});

const HOSTILE =
  '<p>Bonjour <strong>à vous</strong><script>window.caught="script"</script>' +
  '<img src="/x" onerror="window.caught=\'onerror\'"><a href="javascript:window.caught=\'link\'">ici</a>' +
  '<svg onload="window.caught=\'svg\'"></svg><style>body{display:none}</style>' +
  '<iframe srcdoc="<script>parent.caught=1</script>"></iframe><form action="https://ailleurs.exemple"><button>Piège</button></form></p>';

async function expectSafe(page: Page): Promise<void> {
  const text = page.getByText('Bonjour');
  await expect(text.first()).toBeVisible();
  await expect(page.locator('strong', { hasText: 'à vous' })).toBeVisible();
  expect(await page.evaluate(() => 'caught' in window)).toBe(false);
  await expect(
    page.locator('a[href^="javascript"], [onerror], [onload], iframe, form, main script, main style'),
  ).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Piège' })).toHaveCount(0);
}

test('HOME-5: the browser makes a hostile presentation safe and keeps its formatting, also after moving about', async ({
  page,
  noise,
}) => {
  // Chromium says so even for the handlers that its own sanitiser takes away.
  noise.expect(/^console\.error: Executing inline event handler violates .* Content Security Policy/);
  await answerProfile(page, { ...OTHER_PROFILE, presentation: HOSTILE });
  await open(page, '/');
  await expectSafe(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mentions légales' }).click();
  await arrived(page, '/legal-mention');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accueil', exact: true }).click();
  await arrived(page, '/');
  await expectSafe(page);
});

test('HOME-5: paragraphs and lists of the presentation look like what they are', async ({ page }) => {
  const presentation = '<p>Premier.</p><p>Second.</p><ul><li>Une puce</li></ul><ol><li>Un numéro</li></ol>';
  await answerProfile(page, { ...OTHER_PROFILE, presentation });
  await open(page, '/');
  const [first, second] = await Promise.all(
    ['Premier.', 'Second.'].map((text) => page.getByText(text).boundingBox()),
  );
  if (!first || !second) throw new Error('The paragraphs have no box');
  expect(second.y - first.y - first.height).toBeGreaterThan(8);
  await expect(page.getByText('Une puce')).toHaveCSS('list-style-type', 'disc');
  await expect(page.getByText('Un numéro')).toHaveCSS('list-style-type', 'decimal');
});

async function servicesHeading(page: Page): Promise<Locator> {
  const heading = page.getByRole('heading', { name: 'Nos services' });
  await expect(heading).toBeVisible();
  return heading;
}

test('HOME-6: ‘Voir nos services’ scrolls smoothly to the section', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 500 });
  await open(page, '/');
  const heading = await servicesHeading(page);
  await expect(heading).not.toBeInViewport();
  await recordScroll(page);
  await page
    .getByRole('link', { name: 'Voir nos services' })
    .or(page.getByRole('button', { name: 'Voir nos services' }))
    .click();
  await expect(heading).toBeInViewport();
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(250);
  const movement = await scrollRecord(page);
  expect(isSmooth(movement), movement.positions.join(', ')).toBe(true);
  await expect(page).toHaveURL('/#services');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(heading).not.toBeInViewport();
});

test('HOME-6: when the section is missing, the console warns ‘Section non trouvée’', async ({
  page,
  noise,
}) => {
  noise.expect(/^console\.warning: Section non trouvée$/);
  await open(page, '/');
  await (await servicesHeading(page)).evaluate((heading) => heading.closest('section')?.remove());
  await page
    .getByRole('link', { name: 'Voir nos services' })
    .or(page.getByRole('button', { name: 'Voir nos services' }))
    .click();
  await expect.poll(() => noise.heard()).toEqual(['console.warning: Section non trouvée']);
  await expect(page).toHaveURL(/\/(#.*)?$/);
});

test('HOME-7: ‘Nos services’ holds one time-and-materials card and a carousel of five fixed-price cards', async ({
  page,
}) => {
  await open(page, '/');
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Nos services' }) });
  await expect(section.getByText('Prestation en régie')).toHaveCount(1);
  await expect(section.getByText('Prestation en régie')).toBeVisible();
  await expect(section.getByText('Prestation au forfait', { exact: true })).toHaveCount(5);
  await expect(
    section.getByText('Prestation au forfait', { exact: true }).filter({ visible: true }),
  ).toHaveCount(1);
});

test('HOME-9: after the introduction come the three pillars', async ({ page }) => {
  await open(page, '/');
  const main = await shownText(page.getByRole('main'));
  for (const pillar of [/écoute/i, /réactivité/i, /fiabilité/i]) expect(main).toMatch(pillar);
  for (const pillar of ['Écoute', 'Réactivité', 'Fiabilité']) {
    await expect(page.getByText(pillar, { exact: true }).first()).toBeVisible();
  }
  expect(main).toContain('Voir nos services');
  expect(main.search(/réactivité/i)).toBeGreaterThan(main.indexOf('Voir nos services'));
  expect(main.search(/réactivité/i)).toBeLessThan(main.indexOf('Nos services'));
});

test('HOME-10: projects and TechStacks are asked for and never displayed', async ({
  page,
  request,
  site,
}) => {
  await answerProfile(page);
  const sent = recordGraphql(page);
  await open(page, '/');
  const query = (sent[0]?.query ?? '').replace(/\s+/g, ' ');
  expect(query).toMatch(/projects ?\{[^}]*\bname\b[^}]*\bUrlInProd\b[^}]*\bfonctionalites\b/);
  expect(query).toMatch(/TechStacks ?\{[^}]*\btechnoFront\b[^}]*\btechnoServicesTools\b/);
  for (const path of PATHS) {
    await open(page, path);
    expect(await page.locator('body').innerHTML(), path).not.toMatch(/jamais[- ]?montr/i);
  }
  const answer = await request.post(`${site.url}/graphql`, { data: sent[0] });
  const { projects, TechStacks } = (await answer.json()).data.getAdminPublicProfil;
  expect(projects.length).toBeGreaterThan(0);
  expect(TechStacks.length).toBeGreaterThan(0);
  const html = await (await request.get(`${site.url}/`)).text();
  for (const project of projects) expect(html).not.toContain(project.description);
});
