import type { ContactValues } from './rules.ts';

export const contactMutation =
  'mutation postContactForm($input: ContactFormInput!) { postContactForm(input: $input) { isSend } }';

/** A late answer counts as a failure; sending again is safe, because the server stores an identical message once. */
const ANSWER_WITHIN_MS = 30_000;

/**
 * Sends a message to the API. `isSend` itself is not read (specification, 3).
 * @param fetchFrom the browser's fetch, or a stand-in
 * @param apiUrl address of the API
 * @param values the fields of the form and nothing else (FORM-4), as `checkContact` gives them
 * @returns when the server answered, by its own clock, in milliseconds; NaN if the answer does not say so
 * @throws Error if the answer is not HTTP 200 with data and without errors, or takes longer than 30 s
 */
export async function postContactForm(
  fetchFrom: typeof fetch,
  apiUrl: string,
  values: ContactValues,
): Promise<number> {
  // Browsers of 2021 lack `AbortSignal.timeout`, and calling it would send nothing.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ANSWER_WITHIN_MS);
  try {
    const response = await fetchFrom(apiUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      signal: controller.signal,
      body: JSON.stringify({
        operationName: 'postContactForm',
        query: contactMutation,
        variables: { input: values },
      }),
    });
    const answer = await response.json().catch(() => null);
    const codes = answer?.errors?.map(
      (error: { extensions?: { code?: string } }) => error.extensions?.code ?? '?',
    );
    if (!response.ok || codes?.length || !answer?.data?.postContactForm)
      throw new Error(
        `postContactForm failed: HTTP ${response.status}${codes ? `, ${codes.join(', ')}` : ''}`,
      );
    return Date.parse(response.headers.get('date') ?? '');
  } finally {
    clearTimeout(timer);
  }
}
