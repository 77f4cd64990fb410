import type { ReadingSection } from '../../../src/pages/reading.ts';
import { contactFields, formFields } from '../../../src/words/form-fields.ts';
import type { Studio } from '../schema.ts';

type Identity = Studio['studio'];

/** Names the publisher with the studio's name in brackets, unless one name contains the other. */
export function publisherAndStudio({ publisher, name }: Identity): string {
  const isSame = publisher.name.toLowerCase().includes(name.toLowerCase());
  return isSame ? publisher.name : `${publisher.name} (${name})`;
}

interface Recipient {
  name: string;
  country?: string | undefined;
  transfer?: 'adéquation' | 'clauses' | undefined;
}

const grounds = {
  adéquation: 'une décision d’adéquation de la Commission européenne le permet (article 45 du RGPD)',
  clauses:
    'des clauses contractuelles types de la Commission européenne les protègent (article 46 du RGPD), et une copie vous est envoyée sur demande',
} as const;

const named = ({ name, country }: Recipient) => (country ? `${name} (${country})` : name);

/** Names the legal ground of the transfer to each recipient outside the European Economic Area (PRIV-2). */
function transfersTo(recipients: readonly Recipient[]): string[] {
  const abroad = recipients.filter(({ transfer }) => transfer);
  if (abroad.length === 0)
    return ['Aucune de ces données n’est transférée hors de l’Espace économique européen.'];
  return abroad.map(
    (recipient) =>
      `${named(recipient)} traite ces données hors de l’Espace économique européen : ${grounds[recipient.transfer ?? 'clauses']}.`,
  );
}

/** Writes the privacy policy (PRIV-1, PRIV-2). */
export function privacyOf(studio: Identity, booking: Studio['contact']['booking']) {
  const { publisher, host, storage, mail } = studio;
  const storer = storage ?? host;
  const recipients = [
    host,
    ...(storage ? [storage] : []),
    mail,
    ...(booking ? [{ ...booking, name: booking.provider }] : []),
  ];
  return {
    head: {
      title: 'Politique de confidentialité',
      description:
        'Quelles données le studio recueille, pourquoi, pendant combien de temps (12 mois au plus), et comment exercer vos droits.',
    },
    title: 'Politique de confidentialité',
    lead: 'Peu de données, peu d’usages, une durée courte. Voici le détail.',
    summary: [
      'Vos messages servent à vous répondre, jamais à vous démarcher.',
      'Ils sont supprimés automatiquement au bout de 12 mois au plus.',
      'Aucun cookie, aucune publicité, aucun pistage.',
    ],
    sections: [
      {
        id: 'donnees',
        title: 'Données recueillies',
        blocks: [
          'Lorsque vous écrivez par le formulaire, le studio reçoit :',
          { list: contactFields.map((name) => formFields[name].personalData) },
          `Votre adresse IP sert aussi à limiter les envois répétés (intérêt légitime à protéger le formulaire, article 6 du RGPD), sous la forme d’une empreinte effacée en moins de deux jours. Elle n’est ni jointe à votre message, ni inscrite dans les journaux du site.${host.logs ? ` Le réseau de l’hébergeur, ${host.name}, la garde dans ses propres journaux (${host.logs}).` : ''} Un contrôle automatique signale au studio ce qui ressemble à l’envoi d’un robot ; aucun message n’est refusé pour cela.`,
          `Le responsable du traitement est ${publisherAndStudio(studio)}, ${publisher.street}, ${publisher.town}.`,
        ],
      },
      {
        id: 'utilisation',
        title: 'Utilisation des données',
        blocks: [
          'Les données du formulaire servent uniquement à répondre à votre demande (mesures précontractuelles prises à votre demande ou intérêt légitime à vous répondre, article 6 du RGPD). Toutes sont nécessaires pour cela, sauf le téléphone. Elles ne sont jamais vendues, ni partagées sans votre consentement.',
          `Le studio les lit. ${named(storer)} les conserve${storage ? `, ${named(host)} héberge le site` : ''} et ${named(mail)} transporte les e-mails ; ces prestataires n’agissent que sur les instructions du studio.`,
          ...(booking
            ? [
                `Le lien de rendez-vous mène chez ${named({ ...booking, name: booking.provider })}, qui reçoit ce que vous y saisissez.`,
              ]
            : []),
          ...transfersTo(recipients),
        ],
      },
      {
        id: 'conservation',
        title: 'Durée de conservation',
        blocks: [
          'Vos messages sont supprimés automatiquement au bout de 12 mois au plus, sauvegardes comprises. Le studio supprime dans le même délai les messages et les copies reçus dans sa messagerie, sauf si un projet commun se décide : ces échanges suivent alors les durées prévues par la loi.',
        ],
      },
      {
        id: 'droits',
        title: 'Vos droits',
        blocks: [
          'Le règlement général sur la protection des données (RGPD) vous donne un droit d’accès, de rectification, d’effacement (suppression), d’opposition et de limitation, ainsi que le droit de recevoir vos données pour les porter ailleurs. Vous pouvez aussi dire ce qu’elles deviendront après votre décès.',
          {
            facts: [
              {
                label: 'Pour exercer vos droits',
                value: studio.email,
                href: `mailto:${studio.email}`,
              },
            ],
          },
          // GDPR, article 21, 4, asks to present this right apart from all else.
          'Droit d’opposition : à tout moment, pour une raison qui tient à votre situation, vous pouvez refuser un traitement fondé sur l’intérêt légitime.',
          'Vous recevez une réponse sous un mois au plus. Vous pouvez à tout moment adresser une réclamation à la CNIL (www.cnil.fr).',
        ],
      },
      {
        id: 'cookies',
        title: 'Cookies et statistiques',
        blocks: [
          'Aucun cookie publicitaire, ni aucun autre cookie. La mesure d’audience compte les pages vues, par jour, par site de provenance et par type d’appareil, sans cookie et sans donnée personnelle. Ces nombres sont gardés 25 mois au plus. Rien n’est compté quand votre navigateur demande à ne pas être suivi (Do Not Track ou Global Privacy Control).',
          'Un message commencé ou non envoyé est gardé dans l’onglet de votre navigateur, pour que vous puissiez le reprendre, jusqu’à son envoi ou jusqu’à la fermeture de l’onglet ; un onglet fermé que vous rouvrez le retrouve. Il n’en sort pas avant l’envoi.',
          'Si vous choisissez le mode clair ou le mode sombre, ce choix reste enregistré dans votre navigateur et n’en sort pas.',
        ],
      },
    ] as readonly ReadingSection[],
    followSystem: 'Suivre le réglage de mon appareil',
    followsSystem: 'C’est fait : le site suit le réglage de votre appareil.',
  } as const;
}
