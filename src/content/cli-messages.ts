import { counted } from './counted.ts';
import { type ContactField, contactFields, formFields } from './form-fields.ts';

/** Words of `messages`. */
export const messagesHelp = {
  group: 'Messages reçus par le formulaire de contact',
  list: {
    summary: 'Liste les messages, du plus récent au plus ancien',
    options: {
      status: 'Seulement les messages dans cet état : nouveau, lu ou traité',
      suspect: 'Seulement les messages suspects',
      limit: 'Nombre de messages (20 sans cette option)',
    },
    examples: ['messages list --status nouveau', 'messages list --limit 5', 'messages list --json'],
  },
  show: {
    summary: 'Affiche un message en entier, avec l’état de son e-mail',
    examples: ['messages show 019a2b3c-4d5e', 'messages show 019a2b3c-4d5e --json'],
  },
  search: {
    summary: 'Cherche des mots dans tous les champs et toutes les notes',
    argument: 'Mots cherchés, sans égard aux majuscules ni aux accents',
    examples: ['messages search refonte boutique'],
  },
  export: {
    summary: 'Exporte tous les messages, sans limite de nombre',
    options: {
      output: 'Fichier à écrire ; sans cette option, le résultat va à l’écran',
      csv: 'En CSV, aussi quand le nom du fichier finit par .csv',
      semicolon: 'En CSV avec des points-virgules, pour un double-clic dans un Excel français',
    },
    examples: [
      'messages export --output messages.csv',
      'messages export --semicolon --output messages.csv',
      'messages export --status traité',
    ],
  },
  mark: {
    summary: 'Change l’état d’un message',
    argument: 'Nouvel état : nouveau, lu ou traité',
    examples: ['messages mark 019a2b3c-4d5e traité'],
  },
  note: {
    summary: 'Met une note à un message, à la place de celle d’avant',
    argument: 'Texte de la note ; vide, il la retire',
    examples: ['messages note 019a2b3c-4d5e "Rappelé le 3, devis envoyé"'],
  },
  delete: {
    summary: 'Efface un message et son e-mail de la file, définitivement',
    examples: ['messages delete 019a2b3c-4d5e'],
  },
  id: 'Identifiant du message, ou son début',
} as const;

export const statusNames = { new: 'nouveau', read: 'lu', done: 'traité' } as const;

export const outboxStateNames = { pending: 'en attente', sent: 'parti', refused: 'refusé' } as const;

export const messageTable = {
  id: 'Identifiant',
  received: 'Reçu le',
  status: 'État',
  suspect: '!',
  name: formFields.fullname.studioLabel,
  email: formFields.email.studioLabel,
  subject: formFields.subject.studioLabel,
  note: 'Note',
} as const;

export const messageWords = {
  none: 'Aucun message.',
  noneFound: 'Aucun message ne correspond.',
  nothingToFind: 'Il faut au moins un mot à chercher.',
  found: (count: number) => `${counted(count, 'message')}.`,
  limited: (limit: number) =>
    `Liste limitée à ${counted(limit, 'message')} : ajoutez --limit pour en voir plus.`,
  notFound: (id: string) =>
    `Aucun message n’a l’identifiant « ${id} ». Pour voir les identifiants : npm run vitrine -- messages list`,
  ambiguous: (id: string, ids: readonly string[]) =>
    [
      `Plusieurs messages commencent par « ${id} » :`,
      ...ids.map((one) => `  ${one}`),
      'Donnez un identifiant plus long.',
    ].join('\n'),
  labels: {
    id: 'Identifiant',
    received: 'Reçu le',
    origin: 'Envoyé par',
    status: 'État',
    suspect: 'Suspect',
    mail: 'E-mail au studio',
    note: 'Note',
  },
  origins: { api: 'le formulaire', page: 'le formulaire, sans JavaScript' },
  notGiven: '(non donné)',
  mail: {
    sent: (instant: string) => `parti le ${instant}`,
    pending: (attempts: number, due: string) =>
      attempts === 0 ? 'en attente' : `en attente après ${counted(attempts, 'essai')}, prochain le ${due}`,
    refused: (error: string) => `refusé (${error})`,
    none: 'aucun',
  },
  marked: (id: string, status: string) => `Message ${id} : ${status}.`,
  noteTooLong: (max: number) => `La note a plus de ${max} caractères. Rien n’a été changé.`,
  noted: (id: string) => `Message ${id} : note enregistrée.`,
  noteRemoved: (id: string) => `Message ${id} : note retirée.`,
  willDelete: (name: string, received: string) =>
    `Le message de ${name}, reçu le ${received}, va être effacé définitivement, avec son e-mail de la file.`,
  alreadySent: 'Son e-mail est déjà parti : effacez-le aussi de la boîte du studio.',
  confirmDelete: 'Effacer ce message ?',
  exported: (count: number, file: string) =>
    `${counted(count, 'message écrit', 'messages écrits')} dans ${file}.`,
  csvColumns: {
    id: 'identifiant',
    receivedAt: 'recu_le',
    status: 'etat',
    suspect: 'suspect',
    ...(Object.fromEntries(contactFields.map((name) => [name, formFields[name].csvColumn])) as Record<
      ContactField,
      string
    >),
    note: 'note',
  },
} as const;
