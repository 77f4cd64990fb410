import { arrived, expect, isSameDocument, markDocument, open, PATHS, test } from './fixtures.ts';
import { answerProfile, OTHER_PROFILE, recordGraphql } from './graphql-route.ts';

test('START-3: from the 404 page to the services of the home nothing is loaded anew', async ({
  page,
  noise,
}) => {
  noise.expect(/404/);
  await open(page, '/nulle-part');
  await markDocument(page);
  const sent = recordGraphql(page);
  await page.getByRole('link', { name: 'Découvrir nos services' }).click();
  await expect(page.getByRole('heading', { name: 'Nos services' })).toBeInViewport();
  await expect(page.locator('#services')).toBeFocused();
  expect(await isSameDocument(page)).toBe(true);
  expect(sent).toEqual([]);
});

test('START-3: cache-first, moving between pages asks no second time', async ({ page }) => {
  const sent = recordGraphql(page);
  await open(page, '/');
  const footer = page.getByRole('contentinfo');
  for (const [link, path] of [
    ['Contact', '/contact'],
    ['Mentions légales', '/legal-mention'],
    ['Politique de confidentialité', '/privacy'],
    ['Accueil', '/'],
  ] as const) {
    await footer.getByRole('link', { name: link, exact: true }).click();
    await arrived(page, path);
  }
  await page.goBack();
  await expect(page).toHaveURL('/privacy');
  expect(sent).toHaveLength(1);
});

test('START-4: the answer’s name, job title and presentation replace those of the server’s HTML', async ({
  page,
  request,
  site,
}) => {
  const served = await (await request.get(`${site.url}/`)).text();
  expect(served).not.toContain(OTHER_PROFILE.name);
  await answerProfile(page);
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(OTHER_PROFILE.name);
  await expect(page.getByText(OTHER_PROFILE.metier).first()).toBeAttached();
  await expect(page.getByText('Une présentation venue de la réponse seule.')).toBeVisible();
  await expect(page.getByText('Une présentation').locator('strong')).toHaveText('réponse');
  await expect(page.getByRole('contentinfo')).toContainText(`© 2025 ${OTHER_PROFILE.name}`);
});

test('START-4: of an answered presentation in elements that are not kept, the text is', async ({ page }) => {
  await answerProfile(page, { ...OTHER_PROFILE, presentation: '<div><p>Une <u>présentation</u>.</p></div>' });
  await open(page, '/');
  await expect(page.getByRole('main').getByText('Une présentation.', { exact: true })).toBeVisible();
});

for (const path of PATHS) {
  test(`START-4: every page shows the answered name (${path})`, async ({ page, request, site }) => {
    const { data } = await (
      await request.post(`${site.url}/graphql`, {
        data: {
          query: 'query getAdminPublicProfil($id: Int!) { getAdminPublicProfil(id: $id) { name } }',
          variables: { id: 3 },
        },
      })
    ).json();
    await answerProfile(page);
    await open(page, path);
    await expect(page.getByRole('contentinfo')).toContainText(OTHER_PROFILE.name);
    await expect(page.getByRole('contentinfo')).not.toContainText(data.getAdminPublicProfil.name);
  });
}
