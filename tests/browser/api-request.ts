import type { APIRequestContext } from '@playwright/test';

/** Sends a message, as the form does. */
export const MUTATION =
  'mutation postContactForm($input: ContactFormInput!) { postContactForm(input: $input) { isSend } }';

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every shape
  body: any;
}

/** Asks the API from outside the pages. */
export async function post(request: APIRequestContext, url: string, data: unknown): Promise<Answer> {
  const answer = await request.post(`${url}/graphql`, { data });
  const text = await answer.text();
  return { status: answer.status(), body: text.startsWith('{') ? JSON.parse(text) : text };
}

/** Sends a message to the API from outside the pages. */
export const send = (request: APIRequestContext, url: string, input: unknown) =>
  post(request, url, { operationName: 'postContactForm', query: MUTATION, variables: { input } });
