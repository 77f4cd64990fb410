import type { Page, Route } from '@playwright/test';

export interface AnsweredProfile {
  name: string;
  metier: string;
  presentation: string;
  projects: Record<string, string>[];
  TechStacks: Record<string, string>[];
}

/** A profile that no server holds, to tell the browser's answer from the server's HTML. */
export const OTHER_PROFILE: AnsweredProfile = {
  name: 'Ombeline Vasseur-Tiphaigne',
  metier: 'Cartographe de logiciels',
  presentation: '<p>Une présentation venue de la <strong>réponse</strong> seule.</p>',
  projects: [{ name: 'Projet Jamais Montré', urlImage: '/images/jamais-montre.webp' }],
  TechStacks: [{ type: 'Pile jamais montrée', technoFront: 'FrontJamaisMontré' }],
};

export interface GraphqlRequest {
  operationName?: string;
  query: string;
  variables: Record<string, unknown>;
}

/** Handles the browser's requests for one operation; the others go to the site. */
export async function onOperation(
  page: Page,
  operationName: 'getAdminPublicProfil' | 'postContactForm',
  handle: (route: Route, request: GraphqlRequest) => Promise<void>,
): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const request: GraphqlRequest = route.request().postDataJSON();
    if (request.query.includes(operationName)) await handle(route, request);
    else await route.fallback();
  });
}

/** Answers the profile query with this profile in place of the site's. */
export async function answerProfile(
  page: Page,
  profile: AnsweredProfile | null = OTHER_PROFILE,
): Promise<void> {
  await onOperation(page, 'getAdminPublicProfil', (route) =>
    route.fulfill({ json: { data: { getAdminPublicProfil: profile } } }),
  );
}

/** Holds the answer to the profile query until the returned function is called. */
export async function holdProfile(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await onOperation(page, 'getAdminPublicProfil', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Lists the bodies of every GraphQL request the page sends from now on. */
export function recordGraphql(page: Page): GraphqlRequest[] {
  const sent: GraphqlRequest[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/graphql') {
      sent.push(request.postDataJSON());
    }
  });
  return sent;
}
