import { expect, test } from 'vitest';
import { exampleProfile as profile } from '../content/example-profile.ts';
import { readProfileAnswer } from './profile-answer.ts';

test('START-4: the profile is what the answer says', () => {
  expect(readProfileAnswer({ data: { getAdminPublicProfil: profile } })).toEqual(profile);
});

test('an empty list of errors is none', () => {
  expect(readProfileAnswer({ data: { getAdminPublicProfil: profile }, errors: [] })).toEqual(profile);
});

test.each([
  ['null', null],
  ['an empty object', {}],
  ['null data', { data: null }],
  ['a null profile', { data: { getAdminPublicProfil: null } }],
  ['errors beside data', { data: { getAdminPublicProfil: profile }, errors: [{ message: 'no' }] }],
  ['an error of null', { data: { getAdminPublicProfil: profile }, errors: [null] }],
  ['errors that are no list', { data: { getAdminPublicProfil: profile }, errors: { length: 0 } }],
  ['a missing name', { data: { getAdminPublicProfil: { metier: '', presentation: '' } } }],
  ['a presentation of null', { data: { getAdminPublicProfil: { ...profile, presentation: null } } }],
  ['a job title that is no text', { data: { getAdminPublicProfil: { ...profile, metier: 3 } } }],
])('START-2: %s is refused', (_case, answer) => {
  expect(() => readProfileAnswer(answer as never)).toThrow(Error(JSON.stringify(answer)));
});
