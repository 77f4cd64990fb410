import type { Page, Route } from '@playwright/test';
import { displayed, hydrated } from './fixtures.ts';

/* Replaces files and answers between a page and the site: late, missing or different ones. */

/** Holds files back, the scripts of the page by default, until the returned function is called. */
export async function holdFiles(page: Page, files: string | RegExp = '**/assets/*.js'): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(files, (route) => held.promise.then(() => route.continue()));
  return held.resolve;
}

/** Displays a page without these files, its scripts by default. The returned function sends them and waits for hydration. */
export async function openWithout(
  page: Page,
  path: string,
  files?: string | RegExp,
): Promise<() => Promise<void>> {
  const arrive = await holdFiles(page, files);
  await page.goto(path, { waitUntil: 'commit' });
  await displayed(page);
  return () => {
    arrive();
    return hydrated(page);
  };
}

/** No server has this profile, so it tells the browser's answer from the server's HTML. */
export const OTHER_PROFILE = {
  name: 'Ombeline Vasseur-Tiphaigne',
  metier: 'Cartographe de <b>logiciels</b>',
  presentation: '<p>Une présentation venue de la <strong>réponse</strong> seule.</p>',
};

export interface GraphqlRequest {
  operationName: 'getAdminPublicProfil' | 'postContactForm';
  variables: Record<string, unknown>;
}

export type Answer = (route: Route) => Promise<void>;

/** Answers the requests of one operation from now on. The other operation goes to the site. */
export async function onOperation(
  page: Page,
  operation: GraphqlRequest['operationName'],
  answer: Answer,
): Promise<void> {
  await page.route('**/graphql', (route) => {
    const { operationName }: GraphqlRequest = route.request().postDataJSON();
    return operationName === operation ? answer(route) : route.fallback();
  });
}

/** Holds the answer to an operation until the returned function is called; by default the answer that was set before. */
export async function holdOperation(
  page: Page,
  operation: GraphqlRequest['operationName'],
  answer: Answer = (route) => route.fallback(),
): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await onOperation(page, operation, (route) => held.promise.then(() => answer(route)));
  return held.resolve;
}

export async function answerProfile(
  page: Page,
  profile: typeof OTHER_PROFILE | null = OTHER_PROFILE,
): Promise<void> {
  await onOperation(page, 'getAdminPublicProfil', (route) =>
    route.fulfill({ json: { data: { getAdminPublicProfil: profile } } }),
  );
}

export function recordGraphql(page: Page): GraphqlRequest[] {
  const sent: GraphqlRequest[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/graphql') {
      sent.push(request.postDataJSON());
    }
  });
  return sent;
}
