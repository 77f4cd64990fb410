import { beforeEach, expect, test, vi } from 'vitest';
import { type ContactValues, checkContact } from './rules.ts';
import { createSending } from './sending.ts';

const { values: empty } = checkContact({});
const first: ContactValues = { ...empty, message: 'Premier message.' };
const second: ContactValues = { ...empty, message: 'Second message.' };
const accepted = () => Response.json({ data: { postContactForm: { isSend: true } } });
const refused = () => Response.json({ data: null, errors: [{ message: 'no' }] });

const fetched = vi.fn<() => Promise<Response>>();
const logged = vi.fn();
/** Makes the sending of a page that has just been loaded. */
const loaded = () => createSending('/graphql');

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { origin: 'https://site.example' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.spyOn(console, 'error').mockImplementation(logged);
});

test('FORM-2, FORM-5: a reload keeps a message on its way, not one that was sent', async () => {
  const answer = Promise.withResolvers<Response>();
  fetched.mockReturnValue(answer.promise);
  const sending = createSending('/graphql', { outcome: 'failed' });
  expect(sending.get()).toMatchObject({ busy: false, outcome: 'failed', fromPage: true });
  const sent = sending.send(first, first);
  expect(sending.get()).toMatchObject({ busy: true, outcome: undefined, fromPage: false, notice: undefined });
  expect(loaded().get().draft).toEqual(first);
  sending.leave(empty);
  expect(sending.get().draft, 'what is on its way is no draft').toBeNull();
  answer.resolve(accepted());
  await sent;
  expect(sending.get()).toMatchObject({ busy: false, outcome: 'sent', notice: 'sent', failed: [] });
  expect(loaded().get().draft).toBeNull();
});

test('FORM-6: messages that were not sent come back, the last one first, also after another was sent', async () => {
  fetched.mockImplementation(async () => refused());
  const sending = loaded();
  for (const values of [first, second]) await sending.send(values, values);
  const failed = [second, first];
  expect(sending.get()).toMatchObject({ busy: false, outcome: 'failed', notice: 'failed', failed });
  expect(logged).toHaveBeenCalledTimes(2);
  // The text in the form becomes the oldest failed message.
  const third = { ...empty, message: 'Le texte du formulaire.' };
  expect(sending.restore(third)).toEqual(second);
  expect(sending.restore({ ...empty, message: ' \n' })).toEqual(first);
  expect(sending.restore(first)).toEqual(third);
  fetched.mockImplementation(async () => accepted());
  await sending.send(second, second);
  expect(sending.get()).toMatchObject({ outcome: 'sent', failed: [first] });
  expect(loaded().get().draft, 'after a reload').toEqual(first);
  sending.leave(empty);
  expect(sending.get().outcome).toBe('failed');
  expect(sending.restore(empty)).toEqual(first);
  expect(sending.get()).toMatchObject({ outcome: undefined, failed: [] });
});

test('FORM-6: what is typed when the visitor leaves is a draft, also for a page that is loaded anew', async () => {
  fetched.mockImplementation(async () => accepted());
  const sending = loaded();
  await sending.send(first, first);
  sending.leave(second);
  expect(sending.get()).toMatchObject({ outcome: undefined, draft: second });
  expect(loaded().get().draft).toEqual(second);
  sending.adopted();
  expect(loaded().get().draft, 'it is in the form again, of which nothing is known yet').toEqual(second);
  sending.store({ ...empty, subject: 'Autre' });
  expect(loaded().get().draft, 'an offer chose the subject').toBeNull();
  sending.setAside(second);
  expect(sending.get()).toMatchObject({ outcome: 'failed', draft: null, failed: [second] });
});

test('FORM-6: a page that is loaded anew has the typed text, however little, and all messages that were not sent', async () => {
  fetched.mockImplementation(async () => refused());
  const sending = loaded();
  await sending.send(first, first);
  const begun = { ...empty, email: 'camille@exemple.fr' };
  sending.store(begun);
  for (const page of [{}, { outcome: 'sent' }] as const) {
    const { outcome } = { outcome: undefined, ...page };
    const anew = createSending('/graphql', page);
    expect(anew.get(), 'as the server knows them').toMatchObject({ draft: begun, failed: [], outcome });
    anew.adopted();
    // This page made no attempt, so the title of a refused post keeps its "Erreur".
    expect(anew.get()).toMatchObject({ failed: [first], outcome: outcome ?? 'failed', tried: false });
  }
  const last = loaded();
  last.adopted();
  expect(last.restore(begun)).toEqual(first);
  last.store(first);
  expect(loaded().get().draft).toEqual(first);
  last.store(empty);
  expect(loaded().get().draft, 'restored, then deleted by the visitor').toBeNull();
});

test('FORM-6: where storage is forbidden messages are sent, and come back on the same page', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  fetched.mockImplementation(async () => refused());
  const sending = loaded();
  await sending.send(first, first);
  expect(sending.restore(empty)).toEqual(first);
});

const ofAnotherRelease = ['{}', 'null', '[1]', '[{"message":7}]', '{', '"text"'];

test.each(ofAnotherRelease)('FORM-11: %s in the storage counts as no message', async (stored) => {
  sessionStorage.setItem('unsent-messages', stored);
  fetched.mockImplementation(async () => accepted());
  const sending = loaded();
  sending.adopted();
  expect(sending.get()).toMatchObject({ draft: null, failed: [], outcome: undefined });
  await sending.send(first, first);
  expect(sending.get().outcome).toBe('sent');
});
