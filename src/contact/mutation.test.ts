import { expect, test, vi } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { postContactForm } from './mutation.ts';
import { checkContact } from './rules.ts';

const { values } = checkContact(contactInput);

function answering(status: number, body: string, seen: RequestInit[] = []): typeof fetch {
  return async (_url, init) => {
    if (init) seen.push(init);
    return new Response(body, { status });
  };
}

test('FORM-4: the input is the five fields and nothing else', async () => {
  const seen: RequestInit[] = [];
  const { values: checked } = checkContact({ ...values, website: 'spam' });
  const answer = answering(200, '{"data":{"postContactForm":{"isSend":true}}}', seen);
  await postContactForm(answer, '/graphql', checked);
  const query =
    'mutation postContactForm($input: ContactFormInput!) { postContactForm(input: $input) { isSend } }';
  const request = { operationName: 'postContactForm', query, variables: { input: values } };
  expect(JSON.parse(String(seen[0]?.body))).toEqual(request);
});

test('FORM-5: an answer without errors is a success, whatever isSend says', async () => {
  const answer = answering(200, '{"data":{"postContactForm":{"isSend":false}}}');
  await expect(postContactForm(answer, '/graphql', values)).resolves.toBeNaN();
});

test('FORM-13: a success tells when it was, by the server’s clock', async () => {
  const headers = { date: 'Fri, 27 Nov 2026 10:00:00 GMT' };
  const answer = async () => Response.json({ data: { postContactForm: { isSend: true } } }, { headers });
  expect(await postContactForm(answer, '/graphql', values)).toBe(Date.UTC(2026, 10, 27, 10));
});

test.each([
  ['a server error', 500, '{"errors":[{"message":"no","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}'],
  ['errors with status 200', 200, '{"data":null,"errors":[{"message":"no"}]}'],
  ['an empty list of errors but no data', 200, '{"errors":[]}'],
  ['a page instead of JSON', 200, '<html>'],
  ['null data', 200, '{"data":{"postContactForm":null}}'],
])('FORM-6: %s is a failure, which names no word of the message', async (_case, status, body) => {
  const failure = await postContactForm(answering(status, body), '/graphql', values).catch(String);
  expect(failure).toContain('postContactForm failed');
  for (const value of Object.values(values).filter(Boolean)) expect(failure).not.toContain(value);
});

const untilAborted = (init?: RequestInit) =>
  new Promise<never>((_resolve, reject) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
  );

test.each<[string, typeof fetch]>([
  ['an answer', (_url, init) => untilAborted(init)],
  ['its body', async (_url, init) => ({ ok: true, json: () => untilAborted(init) }) as unknown as Response],
])('FORM-6: %s that does not come within half a minute is a failure', async (_what, fetchFrom) => {
  vi.useFakeTimers();
  const failed = vi.fn();
  postContactForm(fetchFrom, '/graphql', values).catch(failed);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
