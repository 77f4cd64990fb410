import { expect, it } from 'vitest';
import { aMessage } from '../../tests/support/contact.ts';
import { contactFields } from '../content/form-fields.ts';
import { fingerprintOf } from './fingerprint.server.ts';

it.each(contactFields)(
  'with another %s it is another message: taken for the same it would be lost',
  (field) => {
    const message = aMessage();
    expect(fingerprintOf({ ...message, [field]: `${message[field]} !` })).not.toBe(fingerprintOf(message));
  },
);

it('the letter case of the address makes no other message', () => {
  const [upper, lower] = ['ADA@Exemple.FR', 'ada@exemple.fr'].map((email) =>
    fingerprintOf(aMessage({ email })),
  );
  expect(upper).toBe(lower);
});
