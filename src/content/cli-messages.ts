import { counted } from './counted.ts';

/** Words of the help of `messages`. */
export const messagesHelp = {
  group: 'Messages reçus par le formulaire de contact',
  list: 'Liste les messages, du plus récent au plus ancien',
  show: 'Affiche un message en entier, avec l’état de son e-mail',
  search: 'Cherche des mots dans tous les champs et toutes les notes',
  mark: 'Change l’état d’un message',
  note: 'Met une note à un message, à la place de celle d’avant',
  export: 'Exporte tous les messages en CSV, pour un tableur, sans limite de nombre',
  delete: 'Efface un message et son e-mail de la file, définitivement',
  id: 'Identifiant du message, ou son début',
  searched: 'Mots cherchés, sans égard aux majuscules ni aux accents',
  status: 'Nouvel état : nouveau, lu ou traité',
  text: 'Texte de la note ; vide, il la retire',
  onlyStatus: 'Seulement les messages dans cet état : nouveau, lu ou traité',
  onlySuspect: 'Seulement les messages suspects',
  limit: 'Nombre de messages (20 sans cette option)',
  output: 'Fichier à écrire ; sans cette option, le résultat va à l’écran',
} as const;

export const statusNames = { new: 'nouveau', read: 'lu', done: 'traité' } as const;

export const outboxStateNames = { pending: 'en attente', sent: 'parti', refused: 'refusé' } as const;

export const messageWords = {
  nothingToFind: 'Il faut au moins un mot à chercher.',
  found: (count: number) => (count === 0 ? 'Aucun message.' : `${counted(count, 'message')}.`),
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
  noted: (id: string, text: string) => `Message ${id} : note ${text ? 'enregistrée' : 'retirée'}.`,
  willDelete: (name: string, received: string) =>
    `Le message de ${name}, reçu le ${received}, va être effacé définitivement, avec son e-mail de la file.`,
  alreadySent: 'Son e-mail est déjà parti : effacez-le aussi de la boîte du studio.',
  confirmDelete: 'Effacer ce message ?',
  exported: (count: number, file: string) =>
    `${counted(count, 'message écrit', 'messages écrits')} dans ${file}.`,
} as const;
