import { describe, expect, it } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { postGraphQL, postMessage, serverForAll } from '../../tests/support/server.ts';

const server = serverForAll();

describe('FORM-8: the API', () => {
  it('refuses a wrong message with one clear French error per field', async () => {
    const wrong = { fullname: 'A', email: 'x', subject: '', phone: '12', message: 'x'.repeat(2001) };
    const { body } = await postMessage(server.url, wrong);
    expect(body.data?.postContactForm ?? null).toBeNull();
    expect(body.errors[0].extensions).toMatchObject({
      code: 'CONTACT_INVALID',
      fields: [
        { field: 'subject', code: 'subject-required', message: 'Le sujet est requis' },
        { field: 'email', code: 'email-required', message: 'Votre email est requis' },
        { field: 'fullname', code: 'fullname-required', message: 'Votre nom complet est requis' },
        { field: 'phone', code: 'phone-invalid', message: 'Numéro invalide (ex: +33 6 12 34 56 78)' },
        { field: 'message', code: 'message-too-long', message: expect.stringContaining('2000') },
      ],
    });
  });

  const byField =
    'mutation ($fullname: String!, $email: String!, $subject: String!, $phone: String, $message: String!) { postContactForm(input: {fullname: $fullname, email: $email, subject: $subject, phone: $phone, message: $message}) { isSend } }';
  const byName = 'mutation ($name: String!) { postContactForm(input: {fullname: $name}) { isSend } }';
  const texts = Object.entries(contactInput).map(([name, text]) => [name, JSON.stringify(text)]);
  /** Writes a document with the whole input in it, apart from these values. */
  const written = (changes: Record<string, string>) => {
    const fields = Object.entries({ ...Object.fromEntries(texts), ...changes });
    const input = fields.map(([name, value]) => `${name}: ${value}`).join(' ');
    return `mutation { postContactForm(input: {${input}}) { isSend } }`;
  };

  it.each<[what: string, query: string, variables: object, fields: string[]]>([
    ['a list as a phone', byField, { ...contactInput, phone: ['+33 6 12 34 56 78'] }, ['phone']],
    ['an input of one field', byName, { name: 'Ada' }, ['subject', 'email', 'message']],
    ['a wrong one', byName, { name: 'A' }, ['subject', 'email', 'fullname', 'message']],
    ['a written null', written({ fullname: 'null', phone: 'null' }), {}, ['fullname']],
    ['a variable that is missing', byField, { ...contactInput, phone: undefined, email: 3 }, ['email']],
    ['a written list', written({ fullname: '["Ada"]' }), {}, ['fullname']],
    ['written numbers', written({ email: '3', phone: '612345678' }), {}, ['email', 'phone']],
  ])('names the fields of %s', async (_what, query, variables, fields) => {
    const { status, body } = await postGraphQL(server.url, { query, variables });
    const [{ extensions, message }] = body.errors;
    expect([status, extensions.code, body.errors.length]).toEqual([200, 'CONTACT_INVALID', 1]);
    expect(message).toBe('Le message n’a pas été envoyé\u00a0: certains champs sont à corriger.');
    expect(extensions.fields.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  it('keeps the code of GraphQL if no message is sent', async () => {
    for (const query of [
      'mutation { postContactForm(input: 3) { isSend } }',
      '{ __type(name: 3) { name } }',
      'mutation { postContactForm { isSend } }',
    ]) {
      const { body } = await postGraphQL(server.url, { query });
      expect(body.errors[0].extensions, query).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED' });
    }
  });
});
