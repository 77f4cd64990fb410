import { send } from './api-request.ts';
import { type FormValues, MESSAGES, validValues } from './contact-form.ts';
import { expect, test } from './fixtures.ts';
import { newestMessages } from './stored-messages.ts';

const WRONG_FIELDS: [field: string, value: string, text: string][] = [
  ['fullname', '', MESSAGES.fullname],
  ['fullname', 'A', MESSAGES.fullname],
  ['email', '', MESSAGES.email],
  ['email', 'camille@', MESSAGES.email],
  ['email', 'camille@client.example\nBcc: autre@exemple.fr', MESSAGES.email],
  ['subject', '', MESSAGES.subject],
  ['subject', 'Un autre sujet', MESSAGES.subject],
  ['subject', 'WEB_PROJECT', MESSAGES.subject],
  ['phone', '123456', MESSAGES.phone],
  ['phone', '123456789012345678901', MESSAGES.phone],
  ['phone', '1234567\n', MESSAGES.phone],
  ['message', '', MESSAGES.messageRequired],
  ['message', '123456789', MESSAGES.messageShort],
  ['message', 'x'.repeat(2001), MESSAGES.messageLong],
];

test('FORM-8: the API refuses what the form refuses, with the field, a code and the French words', async ({
  request,
  site,
}) => {
  const sent: FormValues[] = [];
  for (const [field, value, text] of WRONG_FIELDS) {
    const values = { ...validValues(), [field]: value };
    sent.push(values);
    const { body } = await send(request, site.url, values);
    const where = `${field}: ${JSON.stringify(value.slice(0, 30))}`;
    expect(body.data?.postContactForm ?? null, where).toBeNull();
    expect(body.errors, where).toHaveLength(1);
    expect(body.errors[0].extensions.code, where).toBe('CONTACT_INVALID');
    expect(body.errors[0].extensions.fields, where).toEqual([
      expect.objectContaining({ field, message: text }),
    ]);
  }
  const right = validValues();
  sent.push(right);
  await send(request, site.url, right);
  const stored = (await newestMessages(site)).filter((each) =>
    sent.some(({ email, message }) => each.email === email || each.message === message),
  );
  expect(stored, 'only the right one').toMatchObject([{ email: right.email }]);
});

test('FORM-8: several wrong fields are all named at once, and right boundaries pass', async ({
  request,
  site,
}) => {
  const { body } = await send(request, site.url, {
    fullname: '',
    email: '',
    subject: '',
    phone: 'x',
    message: '',
  });
  expect(body.errors[0].extensions.fields.map(({ field }: { field: string }) => field).sort()).toEqual([
    'email',
    'fullname',
    'message',
    'phone',
    'subject',
  ]);
  for (const part of [
    { fullname: 'Al' },
    { phone: '' },
    { phone: '1234567' },
    { phone: '+12345678901234567890' },
    { message: 'x'.repeat(2000) },
  ]) {
    const right = await send(request, site.url, { ...validValues(), ...part });
    expect(right.body, JSON.stringify(part).slice(0, 60)).toEqual({
      data: { postContactForm: { isSend: true } },
    });
  }
  const { phone: _, ...withoutPhone } = validValues();
  expect((await send(request, site.url, withoutPhone)).body.errors).toBeUndefined();
});

test('FORM-8: a field that is missing, null or no text is refused in the same words as an empty one', async ({
  request,
  site,
}) => {
  // Sent again and again: the first run of a document is interpreted, the later ones are compiled.
  for (const wrong of [undefined, null, 42, undefined, null, 42]) {
    const { body } = await send(request, site.url, { ...validValues(), subject: wrong, email: 'x' });
    expect(body.data?.postContactForm ?? null).toBeNull();
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]).toMatchObject({
      message: 'Le message n’a pas été envoyé\u00a0: certains champs sont à corriger.',
      extensions: {
        code: 'CONTACT_INVALID',
        fields: [
          { field: 'subject', message: MESSAGES.subject },
          { field: 'email', message: MESSAGES.email },
        ],
      },
    });
  }
});

test('FORM-8: of fields sent as a variable each, only the missing one is called wrong', async ({
  request,
  site,
}) => {
  const query = `mutation ($subject: String!, $email: String!, $fullname: String!, $message: String!) {
    postContactForm(input: { subject: $subject, email: $email, fullname: $fullname, message: $message }) { isSend }
  }`;
  const { email: _, phone: __, ...variables } = validValues();
  for (let run = 0; run < 2; run += 1) {
    const answer = await request.post(`${site.url}/graphql`, { data: { query, variables } });
    const { errors } = await answer.json();
    expect(errors[0].extensions).toMatchObject({ code: 'CONTACT_INVALID', fields: [{ field: 'email' }] });
    expect(errors[0].extensions.fields).toHaveLength(1);
  }
});

test('FORM-4, FORM-8: a field beyond the five is refused', async ({ request, site }) => {
  const { body } = await send(request, site.url, { ...validValues(), website: 'https://exemple.fr' });
  expect(body.data?.postContactForm ?? null).toBeNull();
  expect(body.errors.length).toBeGreaterThan(0);
});
