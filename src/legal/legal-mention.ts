import { formatEuros } from '../../scripts/studio/prices.ts';
import type { Studio } from '../../scripts/studio/schema.ts';
import { routes } from '../routes.ts';
import { forms, VAT_EXEMPTION } from './forms.ts';
import { internationalNumber } from './phone-number.ts';
import type { Fact, ReadingSection } from './reading.ts';

type Identity = Studio['studio'];

/** Writes « de Maëlle » or « d’Anne »: names with a mute h are taken for the usual case. */
export function of(name: string): string {
  return /^[aeiouyh]/i.test(name.normalize('NFD')) ? `d’${name}` : `de ${name}`;
}

function phone(number: string) {
  return { value: number, href: `tel:${internationalNumber(number)}` };
}

/** Writes the legal form, of a company with its capital. */
export function statusOf({ form, capital }: Identity['publisher']): string {
  const { status } = forms[form];
  return capital === undefined ? status : `${status} au capital de ${formatEuros(capital)}`;
}

/** Lists the facts about the publisher that the law requires. */
export function publisherFacts({ publisher, name }: Identity): Fact[] {
  const { kind } = forms[publisher.form];
  const hasOtherName = !publisher.name.toLowerCase().includes(name.toLowerCase());
  const names =
    kind === 'person'
      ? [
          {
            label: 'Nom de l’entreprise',
            value: hasOtherName ? `${publisher.name}, exerçant sous le nom ${name}` : publisher.name,
          },
        ]
      : [
          { label: 'Dénomination sociale', value: publisher.name },
          ...(hasOtherName ? [{ label: 'Nom commercial', value: name }] : []),
        ];
  return [
    { label: kind === 'company' ? 'Forme et capital' : 'Statut', value: statusOf(publisher) },
    ...names,
    { label: 'Immatriculation', value: registrationOf(publisher) },
  ];
}

function registrationOf({ form, siren, rcs, rna }: Identity['publisher']): string {
  if (rcs) return `${siren} R.C.S. ${rcs}`;
  return [
    siren && `SIREN ${siren}${forms[form].kind === 'person' ? ', inscrit au RNE' : ''}`,
    rna && `RNA ${rna}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Writes the legal notice (LEGAL-1). */
export function legalMentionOf(studio: Identity) {
  const { publisher, host, mediator } = studio;
  const mail = { value: studio.email, href: `mailto:${studio.email}` };
  const mediation = mediator
    ? [
        {
          label: 'Médiateur de la consommation',
          value: `${mediator.name}, ${mediator.address}, ${mediator.site.replace('https://', '')}`,
        },
      ]
    : [];
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
        blocks: [
          {
            facts: [
              ...publisherFacts(studio),
              { label: 'TVA', value: publisher.vat === 'non' ? VAT_EXEMPTION.text : publisher.vat },
              { label: 'Adresse', value: `${publisher.street}, ${publisher.town}` },
              { label: 'Téléphone', ...phone(studio.phone) },
              { label: 'E-mail de contact', ...mail },
              { label: 'Directeur de la publication', value: publisher.director },
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
              { label: 'Société', value: host.name },
              { label: 'Adresse', value: host.address },
              { label: 'Téléphone', ...phone(host.phone) },
            ],
          },
        ],
      },
      {
        id: 'propriete-intellectuelle',
        title: 'Propriété intellectuelle',
        blocks: [
          `L’ensemble des contenus de ce site (textes, images, vidéo, identité graphique) est la propriété exclusive ${of(publisher.name)}, sauf mention contraire. Les logiciels et les polices libres employés par le site restent soumis à leurs licences.`,
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
}
