import { expect, test } from 'vitest';
import { Link } from 'wouter';
import { SiteLink } from './site-link.tsx';

test.each([
  ['/contact', Link],
  ['/plaquette.pdf', 'a'],
  ['mailto:bonjour@exemple.fr', 'a'],
  ['https://www.exemple.fr', 'a'],
])('FOOT-2: %s is followed by the site itself, or by the browser', (href, element) => {
  expect(SiteLink({ href, newTabHint: '', children: 'Lien' }).type).toBe(element);
});
