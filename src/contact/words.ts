import { answer, identity } from '../site.ts';

export const contactForm = {
  title: 'Formulaire de contact',
  required: 'Tous les champs sont requis, sauf le téléphone.',
  /** First line of the message when an offer led to the form; the visitor may change it. */
  offerLine: (offer: string) => `Bonjour, je vous écris au sujet de l’offre « ${offer} ».`,
  /** These words stand before and after the name of the offer that led to the form. */
  yourChoice: 'Votre choix\u00a0:',
  changeChoice: 'Changer',
  chooseSubject: 'Choisissez un sujet',
  /** Screen readers speak this text when the visitor pauses. */
  remaining: (count: number) => `Il reste ${count}\u00a0caractère${count > 1 ? 's' : ''}`,
  counter: (count: number, max: number) => `${count}/${max} caractères`,
  submit: 'Envoyer',
  /** The text beside the button promises when the studio answers. */
  promise: answer,
  sending: 'Envoi en cours…',
  errorTitle: (title: string) => `Erreur : ${title}`,
  errorsTitle: (count: number) =>
    count === 1 ? 'Un champ est à corriger' : `${count} champs sont à corriger`,
  /** These words stay in the page when the notice has gone. */
  sent: {
    title: 'Message bien reçu',
    answer: 'Je vous réponds à',
    /** These words replace the address when the page does not know it. */
    yourAddress: 'l’adresse que vous avez indiquée',
    by: 'au plus tard',
    /** This title stands above the sent text, which the visitor may copy or print. */
    yourMessage: 'Votre message',
    wrongAddress: 'Cette adresse n’est pas la bonne ? Écrivez-moi à',
    urgent: 'Plus pressé ? Appelez le',
  },
  failed: {
    title: 'Message non confirmé',
    offline: 'Vous êtes hors ligne. Votre message est gardé ici.',
    note: 'L’envoi n’a pas pu être confirmé. Vous pouvez récupérer votre message, ou m’écrire directement à',
    noteOnPage:
      'Votre message n’est pas parti. Il est toujours ci-dessous : renvoyez-le dans quelques minutes, ou écrivez-moi à',
  },
  /** This text appears after a sent message if an earlier one is still unsent. */
  olderFailed: 'L’envoi de votre message précédent n’a pas pu être confirmé. Il est toujours là.',
  restore: 'Récupérer mon message',
  closeNotice: 'Fermer',
  privacy: {
    title: 'Vos données',
    text: `${identity.studioName} n’utilise vos données que pour répondre à votre demande. Elles sont supprimées automatiquement au bout de 12 mois au plus ; elles ne sont ni vendues ni cédées. Vous pouvez y accéder, les faire corriger ou effacer, ou vous opposer à leur usage, en écrivant à ${identity.contactEmail}, et saisir la CNIL.`,
    link: 'Politique de confidentialité',
  },
  honeypot: 'Laissez ce champ vide',
} as const;
