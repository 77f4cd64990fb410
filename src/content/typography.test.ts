import { expect, test } from 'vitest';
import { about } from './about.ts';
import { accessibility } from './accessibility.ts';
import { contact, contactForm } from './contact.ts';
import { apiErrors, httpErrors } from './errors.ts';
import { exampleProfile } from './example-profile.ts';
import { footer } from './footer.ts';
import { home } from './home.ts';
import { carouselLabels, labels } from './labels.ts';
import { legalMention } from './legal-mention.ts';
import { notFound } from './not-found.ts';
import { fixedPriceOffers, regieOffer } from './offers.ts';
import { pageFacts, pictureAlt, pictureLine } from './page-facts.ts';
import { privacy } from './privacy.ts';

const pages = {
  about,
  accessibility,
  apiErrors,
  carouselLabels,
  contact,
  contactForm,
  fixedPriceOffers,
  footer,
  home,
  httpErrors,
  labels,
  legalMention,
  notFound,
  pageFacts,
  pictureAlt: pictureAlt('Mots'),
  pictureLine,
  privacy,
  regieOffer,
  exampleProfile,
};

const faults = {
  'a breaking space before a high sign': / [;:!?€»%]/,
  'a breaking space after an opening quote': /« /,
  'a straight apostrophe': /\p{L}'\p{L}/u,
  'straight quotes or three dots': /"|\.\.\./,
  'a capital without its accent': /\b(A (?:partir|propos)|Etat|Editeur|Ecoute|Ecran)\b/,
} as const;

function textsIn(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
}

const texts = Object.entries(pages).flatMap(([name, page]) => textsIn(page, name));

test('there are texts to check', () => expect(texts.length).toBeGreaterThan(100));

test.each(Object.entries(faults))('no text holds %s', (_fault, pattern) => {
  expect(texts.filter(([, text]) => pattern.test(text))).toEqual([]);
});
