import * as v from 'valibot';
import { expect, it } from 'vitest';
import { rcsTown, webAddress } from './fields.ts';

it.each([
  ['https://www.studio-durand.fr', true],
  ['https://github.com/durand?tab=repositories#top', true],
  ['http://www.studio-durand.fr', false],
  ['javascript:alert(1)', false],
  ['JavaScript:alert(1)//https://www.studio-durand.fr', false],
  ['https:javascript:alert(1)', false],
  ['data:text/html,https://www.studio-durand.fr', false],
  ['//www.studio-durand.fr', false],
  ['https://www.studio-durand.fr"onclick="alert(1)', false],
  ['https://durand:secret@www.studio-durand.fr', false],
  ['https://localhost', false],
])('a link to %s is right: %s', (address, isRight) => {
  expect(v.is(webAddress('lien'), address)).toBe(isRight);
});

it.each([
  // These towns are written as in the register, in the Code de commerce, or by an owner.
  ['Lyon', true],
  ['LILLE METROPOLE', true],
  ['Tourcoing', true],
  ['Saint-Denis-de-la-Réunion', true],
  ['Saint-Pierre-et-Miquelon', true],
  ['Mata-Utu', true],
  ['Villefranche-Tarare', true],
  ['69000 Lyon', false],
  ['RCS Lyon', false],
])('the register of %s is one: %s', (town, isRight) => {
  expect(v.is(rcsTown('ville du RCS'), town)).toBe(isRight);
});
