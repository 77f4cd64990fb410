import { identity } from './identity.ts';

export const contact = {
  head: {
    title: 'Contact : parlons de votre projet web',
    description:
      'Décrivez votre projet web ou mobile en quelques lignes : réponse sous un jour ouvré, premier échange de trente minutes, gratuit et sans engagement.',
  },
  title: 'Parlons de votre projet',
  lead: 'Quelques lignes suffisent. Dites-nous ce que vous voulez changer, pour qui, et pour quand.',
  next: {
    title: 'Et ensuite ?',
    steps: [
      { title: 'Nous vous répondons', text: 'Sous un jour ouvré, par e-mail ou par téléphone.' },
      {
        title: 'Nous en parlons',
        text: 'Trente minutes, gratuites et sans engagement, pour comprendre votre besoin.',
      },
      { title: 'Vous recevez une proposition', text: 'Un périmètre, un prix, un calendrier. Vous décidez.' },
    ],
  },
  direct: identity.phone ? 'Vous préférez écrire ou appeler ?' : 'Vous préférez écrire directement ?',
} as const;

export const contactForm = {
  title: 'Formulaire de contact',
  required: 'Tous les champs sont requis, sauf le téléphone.',
  /** Shown under the subject to visitors who come from an offer. */
  offerHint: (offer: string) => `Pour l’offre « ${offer} »`,
  chooseSubject: 'Choisissez un sujet',
  counter: (count: number, max: number) => `${count}/${max} caractères`,
  submit: 'Envoyer',
  sending: 'Envoi en cours…',
  errorTitle: (title: string) => `Erreur : ${title}`,
  errorsTitle: (count: number) =>
    count === 1 ? 'Un champ est à corriger' : `${count} champs sont à corriger`,
  /** Stays in the page after the notice has gone. */
  sentNote: 'Message bien reçu. Nous vous répondons sous un jour ouvré.',
  failedNote:
    'L’envoi n’a pas pu être confirmé. Vous pouvez récupérer votre message ci-dessous, ou nous écrire directement à',
  failedNoteOnPage:
    'Votre message n’est pas parti. Il est toujours ci-dessous : renvoyez-le dans quelques minutes, ou écrivez-nous à',
  /** Shown after a sent message, about an unsent one before it. */
  keptNote: 'L’envoi de votre message précédent n’a pas pu être confirmé. Il est toujours là.',
  restore: 'Récupérer mon message',
  closeNotice: 'Fermer',
  privacy: {
    title: 'Vos données',
    text: `${identity.studioName} n’utilise vos données que pour répondre à votre demande. Elles sont supprimées automatiquement au bout de 12 mois au plus ; elles ne sont ni vendues ni cédées. Vous pouvez y accéder, les faire corriger ou effacer, ou vous opposer à leur usage, en écrivant à ${identity.contactEmail}, et saisir la CNIL.`,
    link: 'Lire la politique de confidentialité',
  },
  honeypot: 'Laissez ce champ vide',
} as const;
