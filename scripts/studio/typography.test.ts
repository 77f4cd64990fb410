import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import { bare, typeset } from './typography.ts';

describe('French typography', () => {
  it('sets the sentences of the table as approved; `_` is a no-break space', () =>
    expectApproved('typography.approved.txt', (sentence) => typeset(sentence).replaceAll('\u00a0', '_')));

  it('leaves what it has set as it is', () => {
    const signs = `' ’ " « » “ ” ; : ! ? … ... .. . % € ( ) & &amp; < > <b> </b> {lieu} @ /`.split(' ');
    const words = "a é l' 1 12 345 ko h jours mois https://x.fr a@b.fr x.pdf".split(' ');
    const blanks = [' ', '\u00a0', '\u202f', '  ', '\ue000', 'e\u0301'];
    const pieces = fc.array(fc.constantFrom(...signs, ...words, ...blanks), { maxLength: 14 });
    const property = fc.property(pieces, (some) => {
      const once = typeset(some.join(''));
      expect(typeset(once)).toBe(once);
    });
    fc.assert(property, { numRuns: 20_000, examples: [[[...`"'""'"`]]] });
  });

  it('makes no difference between two texts', () => {
    expect(bare('\u00a0Prêt\u202f? L’idée ')).toBe(bare("Prêt ? L'idée"));
  });
});
