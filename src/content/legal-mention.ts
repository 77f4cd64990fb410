import { routes } from '../routes.ts';
import { identity } from './identity.ts';
import { internationalNumber } from './phone-number.ts';
import type { Fact, ReadingSection } from './reading.ts';
import { isCompany } from './registration.ts';

const mail = { value: identity.contactEmail, href: `mailto:${identity.contactEmail}` };

/** Writes « de Maëlle » or « d’Anne »: names with a mute h are taken for the usual case. */
export function of(name: string): string {
  return /^[aeiouyh]/i.test(name.normalize('NFD')) ? `d’${name}` : `de ${name}`;
}

function phone(number: string) {
  return { value: number, href: `tel:${internationalNumber(number)}` };
}

/**
 * Lists the facts about the publisher that the law requires: of a person (Code de commerce, R. 526-27) or of a company (LCEN,
 * article 1-1).
 */
export function publisherFacts({
  legalStatus,
  publisherName,
  studioName,
  registration,
}: Pick<typeof identity, 'legalStatus' | 'publisherName' | 'studioName' | 'registration'>): Fact[] {
  const hasOtherName = !publisherName.toLowerCase().includes(studioName.toLowerCase());
  const names = isCompany(legalStatus)
    ? [
        { label: 'Dénomination sociale', value: publisherName },
        ...(hasOtherName ? [{ label: 'Nom commercial', value: studioName }] : []),
      ]
    : [
        {
          label: 'Nom de l’entreprise',
          value: hasOtherName ? `${publisherName}, exerçant sous le nom ${studioName}` : publisherName,
        },
      ];
  return [
    { label: isCompany(legalStatus) ? 'Forme et capital' : 'Statut', value: legalStatus },
    ...names,
    { label: 'Immatriculation', value: registration },
  ];
}

const mediation = identity.mediator
  ? [{ label: 'Médiateur de la consommation', value: identity.mediator }]
  : [];

export const legalMention = {
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
      blocks: [
        {
          facts: [
            ...publisherFacts(identity),
            { label: 'TVA', value: identity.vat },
            { label: 'Adresse', value: identity.address },
            ...(identity.phone ? [{ label: 'Téléphone', ...phone(identity.phone) }] : []),
            { label: 'E-mail de contact', ...mail },
            { label: 'Directeur de la publication', value: identity.publicationDirector },
            ...mediation,
          ],
        },
      ],
    },
    {
      id: 'hebergeur',
      title: 'Hébergeur',
      blocks: [
        {
          facts: [
            { label: 'Société', value: identity.hostName },
            { label: 'Adresse', value: identity.hostAddress },
            { label: 'Téléphone', ...phone(identity.hostPhone) },
          ],
        },
      ],
    },
    {
      id: 'propriete-intellectuelle',
      title: 'Propriété intellectuelle',
      blocks: [
        `L’ensemble des contenus de ce site (textes, images, vidéo, identité graphique) est la propriété exclusive ${of(identity.publisherName)}, sauf mention contraire. Les logiciels et les polices libres employés par le site restent soumis à leurs licences.`,
        'Toute reproduction, même partielle, demande une autorisation écrite préalable, hors exceptions prévues par la loi.',
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
