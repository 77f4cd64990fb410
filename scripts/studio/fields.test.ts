import * as v from 'valibot';
import { it } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import { postalAddress, rcsTown, town, webAddress } from './fields.ts';

const rules = {
  link: webAddress('lien'),
  town: rcsTown('ville du RCS'),
  address: postalAddress('adresse'),
  place: town('ville'),
};

it('addresses, and towns of the register, are right as approved', () =>
  expectApproved('fields.approved.txt', (given) => {
    const [, kind, value] = /^(\w+) (.*)$/.exec(given) ?? [];
    return v.is(rules[kind as keyof typeof rules], value) ? 'right' : 'wrong';
  }));
