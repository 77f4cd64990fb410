import { identity } from './identity.ts';
import { isVatExempt } from './registration.ts';

const isExempt = isVatExempt(identity.vat);

/** The words about tax, in one place: a studio without VAT has one price for everybody. */
export const tax = {
  /** Of the fixed prices and the hourly ones (specification, section 9). */
  price: 'TTC',
  /** Of the daily rate, between companies. */
  day: isExempt ? 'TTC' : 'HT',
  isDayTaxIncluded: isExempt,
  note: isExempt
    ? `Prix TTC. ${identity.vat}.`
    : 'Prix TTC, TVA comprise ; le tarif journalier s’entend hors taxes.',
} as const;
