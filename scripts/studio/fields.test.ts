import * as v from 'valibot';
import { it } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import { rcsTown, webAddress } from './fields.ts';

it('addresses of links, and towns of the register, are right as approved', () =>
  expectApproved('fields.approved.txt', (given) => {
    const [, kind, value] = /^(\w+) (.*)$/.exec(given) ?? [];
    const rule = kind === 'link' ? webAddress('lien') : rcsTown('ville du RCS');
    return v.is(rule, value) ? 'right' : 'wrong';
  }));
