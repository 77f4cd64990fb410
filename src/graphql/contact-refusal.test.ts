import { describe, expect, it } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { postGraphQL, postMessage } from '../../tests/support/server.ts';
import { serverForAll } from '../../tests/support/shared-server.ts';
import { contactMutation } from '../contact/mutation.ts';

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
        {
          field: 'message',
          code: 'message-too-long',
          message: 'Le message ne peut pas dépasser 2000 caractères',
        },
      ],
    });
  });

  const wrongFields = async (query: string, variables?: object) => {
    const { status, body } = await postGraphQL(server.url, { query, variables });
    const [{ extensions, message }] = body.errors;
    expect([status, extensions.code, body.errors.length], query).toEqual([200, 'CONTACT_INVALID', 1]);
    expect(message).toBe('Le message n’a pas été envoyé\u00a0: certains champs sont à corriger.');
    return extensions.fields.map(({ field }: { field: string }) => field);
  };

  it.each([612345678, true, {}, ['+33 6 12 34 56 78']])(
    'refuses a phone that is not text: %j',
    async (phone) => {
      const byField =
        'mutation ($fullname: String!, $email: String!, $subject: String!, $phone: String, $message: String!) { postContactForm(input: {fullname: $fullname, email: $email, subject: $subject, phone: $phone, message: $message}) { isSend } }';
      expect(await wrongFields(contactMutation, { input: { ...contactInput, phone } })).toEqual(['phone']);
      expect(await wrongFields(byField, { ...contactInput, phone })).toEqual(['phone']);
    },
  );

  it('names the fields that an input within the document leaves out', async () => {
    const document = 'mutation { postContactForm(input: {fullname: "Ada"}) { isSend } }';
    expect(await wrongFields(document)).toEqual(['subject', 'email', 'message']);
    expect(await wrongFields('mutation { postContactForm(input: {}) { isSend } }')).toHaveLength(4);
    const partly = 'mutation ($name: String!) { postContactForm(input: {fullname: $name}) { isSend } }';
    expect(await wrongFields(partly, { name: 'Ada' })).toEqual(['subject', 'email', 'message']);
    expect(await wrongFields(partly, { name: 'A' })).toEqual(['subject', 'email', 'fullname', 'message']);
  });

  it('names the fields of an input within the document that are null or not text', async () => {
    const written = (changes: Record<string, string>) => {
      const texts = Object.entries(contactInput).map(([name, text]) => [name, JSON.stringify(text)]);
      const fields = Object.entries({ ...Object.fromEntries(texts), ...changes });
      const input = fields.map(([name, value]) => `${name}: ${value}`).join(' ');
      return `mutation { postContactForm(input: {${input}}) { isSend } }`;
    };
    for (const value of ['null', '3', '{a: "Ada"}', '["Ada"]'])
      expect(await wrongFields(written({ fullname: value }))).toEqual(['fullname']);
    expect(await wrongFields(written({ phone: '612345678' }))).toEqual(['phone']);
    expect(await wrongFields(written({ email: '3', message: 'null' }))).toEqual(['email', 'message']);
    const partly = 'mutation { postContactForm(input: {email: 3, phone: true, message: null}) { isSend } }';
    expect(await wrongFields(partly)).toHaveLength(5);
  });

  it('refuses a field beyond the five', async () => {
    const { body } = await postMessage(server.url, { website: 'https://exemple.fr' });
    expect([body.data?.postContactForm ?? null, body.errors.length]).toEqual([null, 1]);
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
