import type { Fact, ReadingSection } from '../../../src/pages/reading.ts';
import { licencesPath, routes } from '../../../src/routes.ts';
import { formatEuros } from '../prices.ts';
import type { Studio } from '../schema.ts';
import { factNames, forms, VAT_EXEMPTION } from './forms.ts';
import { internationalNumber } from './phone-number.ts';

type Identity = Studio['studio'];

/** Writes « de Maëlle », « d’Anne » or « des Amis »; every h counts as mute, which is the usual case. */
export function of(name: string): string {
  if (/^Les? /.test(name)) return name.replace(/^Le(s?) /, (_, s) => (s ? 'des ' : 'du '));
  return /^[aeiouyh]/i.test(name.normalize('NFD')) ? `d’${name}` : `de ${name}`;
}

function phoneFact(number: string) {
  return { value: number, href: `tel:${internationalNumber(number)}` };
}

/** Writes the legal form, and a company's capital. */
function statusOf({ form, capital }: Identity['publisher']): string {
  const { status } = forms[form];
  // The capital of a SCOP varies by law (loi 78-763, article 3).
  if (capital === 'variable' || (form === 'SCOP' && capital === undefined))
    return `${status} à capital variable`;
  return capital === undefined ? status : `${status} au capital de ${formatEuros(capital)}`;
}

/** Lists the facts that the law requires of the publisher, with the labels of its legal form. */
export function publisherFacts({ publisher, name, phone, email, mediator }: Identity): Fact[] {
  const { kind } = forms[publisher.form];
  const names = factNames[kind];
  const hasOtherName = !publisher.name.toLowerCase().includes(name.toLowerCase());
  const isPerson = kind === 'person';
  const { vat, insurance, terms } = publisher;
  return [
    { label: names.status, value: statusOf(publisher) },
    {
      label: names.name,
      value: isPerson && hasOtherName ? `${publisher.name}, exerçant sous le nom ${name}` : publisher.name,
    },
    ...(hasOtherName && !isPerson ? [{ label: names.otherName, value: name }] : []),
    { label: 'Immatriculation', value: registrationOf(publisher) },
    { label: 'TVA', value: vat === 'non' ? VAT_EXEMPTION : vat },
    { label: names.address, value: `${publisher.street}, ${publisher.town}` },
    { label: 'Téléphone', ...phoneFact(phone) },
    { label: 'E-mail de contact', value: email, href: `mailto:${email}` },
    { label: 'Directeur de la publication', value: publisher.director },
    ...(insurance ? [{ label: 'Assurance professionnelle', value: insurance }] : []),
    ...(terms ? [{ label: 'Conditions générales', value: terms.replace('https://', ''), href: terms }] : []),
    ...(mediator
      ? [
          { label: 'Médiateur de la consommation', value: `${mediator.name}, ${mediator.address}` },
          { label: 'Site du médiateur', value: mediator.site.replace('https://', ''), href: mediator.site },
        ]
      : []),
  ];
}

function registrationOf({ siren, rcs, rne, rna }: Identity['publisher']): string {
  if (rcs) return `${siren} R.C.S. ${rcs}`;
  return [siren && `SIREN ${siren}${rne ? ', inscrit au RNE' : ''}`, rna && `RNA ${rna}`]
    .filter(Boolean)
    .join(', ');
}

function hostFacts({ name, address, phone }: NonNullable<Identity['storage']>, of = 'Société'): Fact[] {
  return [
    { label: of, value: name },
    { label: 'Adresse', value: address },
    { label: 'Téléphone', ...phoneFact(phone) },
  ];
}

/**
 * Writes the legal notice (LEGAL-1, LEGAL-2).
 * @param hasShippedFilm whether the film is the one that came with the project
 */
export function legalMentionOf(studio: Identity, hasShippedFilm: boolean) {
  const { publisher, host, storage } = studio;
  return {
    head: {
      title: 'Mentions légales',
      description:
        'Éditeur, hébergeur, propriété intellectuelle et responsabilité : les mentions légales du site, en six points.',
    },
    title: 'Mentions légales',
    lead: 'Qui publie ce site, qui l’héberge, et ce que chacun peut en faire.',
    sections: [
      {
        id: 'editeur',
        title: 'Éditeur du site',
        blocks: [{ facts: publisherFacts(studio) }],
      },
      {
        id: 'hebergeur',
        title: 'Hébergeur',
        blocks: [
          { facts: hostFacts(host) },
          storage
            ? 'Les données du site sont stockées par une autre société :'
            : 'L’hébergeur stocke aussi les données du site.',
          ...(storage ? [{ facts: hostFacts(storage, 'Stockage des données') }] : []),
        ],
      },
      {
        id: 'propriete-intellectuelle',
        title: 'Propriété intellectuelle',
        blocks: [
          `L’ensemble des contenus de ce site (textes, images, vidéo, identité graphique) est la propriété exclusive ${of(publisher.name)}, sauf mention contraire. ${hasShippedFilm ? 'Les dessins et la vidéo fournis' : 'Les dessins fournis'} avec le logiciel de ce site, ce logiciel et ses polices appartiennent à leurs auteurs et restent sous leurs licences.`,
          'Toute reproduction, même partielle, demande une autorisation écrite préalable, hors exceptions prévues par la loi.',
          {
            facts: [{ label: 'Logiciels, dessins et polices', value: 'Licences', href: licencesPath }],
          },
        ],
      },
      {
        id: 'responsabilite',
        title: 'Responsabilité',
        blocks: [
          'L’éditeur veille à l’exactitude des informations publiées. Dans les limites permises par la loi, il ne saurait toutefois être tenu responsable des dommages causés au matériel des visiteurs, des erreurs ou omissions, ni de l’indisponibilité du site.',
        ],
      },
      {
        id: 'donnees-personnelles',
        title: 'Données personnelles',
        blocks: [
          'Des données peuvent être recueillies par le formulaire de contact ou par la mesure d’audience ; celle-ci ne retient que des nombres, sans rien qui vous identifie. Ces données ne sont ni vendues ni cédées.',
          {
            facts: [
              {
                label: 'Lesquelles, pourquoi et pour combien de temps',
                value: 'Politique de confidentialité',
                href: routes.privacy.path,
              },
            ],
          },
        ],
      },
      {
        id: 'cookies',
        title: 'Cookies',
        blocks: [
          'Ce site n’utilise aucun cookie publicitaire, ni aucun autre cookie. La fréquentation est mesurée par un outil respectueux de la vie privée, qui ne recueille aucune donnée personnelle.',
        ],
      },
    ] as readonly ReadingSection[],
  } as const;
}
