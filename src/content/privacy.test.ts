import { expect, it } from 'vitest';
import { privacy } from './privacy.ts';

const textsOf = (id: string) =>
  privacy.sections.flatMap(({ id: own, blocks }) =>
    own === id ? blocks.filter((block) => typeof block === 'string') : [],
  );

it('each use of data has its purpose and its basis in law (PRIV-1; GDPR, article 13, 1, c and d)', () => {
  const address = textsOf('donnees').find((text) => text.includes('adresse IP'));
  expect(address).toMatch(/limiter les envois.*intérêt légitime.*article.6 du RGPD/);
  const form = textsOf('utilisation').find((text) => text.includes('uniquement'));
  expect(form).toMatch(/^Les données du formulaire servent uniquement à répondre.*article.6 du RGPD/);
});
