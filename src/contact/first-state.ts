import { allOffers } from '../site.ts';
import type { ContactError, ContactValues } from './rules.ts';
import { contactForm } from './words.ts';

/** The first state of the contact form. After a post without JavaScript (FORM-7) it has values, errors and outcome. */
export interface ContactPageState {
  values: Partial<ContactValues>;
  errors: ContactError[];
  outcome?: 'sent' | 'failed';
  /** The id of the offer named in the page's address. */
  offer?: string;
  /** The day by which the studio answers the sent message. */
  answerBy?: string;
}

/** The state of the contact page on a plain GET. */
export const emptyContactPage: ContactPageState = { values: {}, errors: [] };

const lines = allOffers.map(({ titre }) => contactForm.offerLine(titre));

export type LeadingOffer = (typeof allOffers)[number];

/** Finds an offer by its id, which may come from an address and be anything. */
export function findOffer(id: unknown): LeadingOffer | undefined {
  return allOffers.find((offer) => offer.id === id);
}

/** Puts the line about the offer first (FORM-9). Removes an unchanged line about another offer, also if there is no offer. */
export function withOfferLine(message: string, offer: LeadingOffer | undefined): string {
  const former = lines.find((line) => message.startsWith(line));
  const text = former === undefined ? message : message.slice(former.length).trimStart();
  if (offer === undefined || text.includes(offer.titre)) return text;
  return `${contactForm.offerLine(offer.titre)}\n\n${text}`;
}

/** Puts the offer's line first and chooses its subject, unless the message names the offer already. */
export function withOffer(values: ContactValues, offer: LeadingOffer | undefined): ContactValues {
  const isNew = offer && !values.message.includes(offer.titre);
  return {
    ...values,
    subject: isNew ? offer.subject : values.subject,
    message: withOfferLine(values.message, offer),
  };
}

/** Tells whether the visitor typed nothing; the subject and line that an offer gives do not count. */
export function isUntouched({ subject: _, message, ...others }: ContactValues): boolean {
  return [withOfferLine(message, undefined), ...Object.values(others)].every((text) => text.trim() === '');
}
