import { commandName } from '../command-name.server.ts';
import { counted } from '../content/counted.ts';

export const statusNames = { new: 'nouveau', read: 'lu', done: 'traité' } as const;

export const messageWords = {
  found: (count: number) => (count === 0 ? 'Aucun message.' : `${counted(count, 'message')}.`),
  limited: (limit: number) =>
    `Liste limitée à ${counted(limit, 'message')} : ajoutez --limit pour en voir plus.`,
  notFound: (id: string) =>
    `Aucun message n’a l’identifiant « ${id} ». Pour voir les identifiants : ${commandName} messages list`,
  ambiguous: (id: string, ids: string) =>
    `Plusieurs identifiants commencent par « ${id} » : ${ids}. Donnez-en un plus long.`,
  labels: {
    id: 'Identifiant',
    received: 'Reçu le',
    status: 'État',
    suspect: 'Suspect',
    mail: 'E-mail au studio',
    note: 'Note',
  },
  mail: {
    sent: (instant: string) => `parti le ${instant}`,
    pending: (error: string | null, due: string | undefined) =>
      error === null
        ? 'en attente'
        : `en attente (${error}), prochain essai ${due === undefined ? 'dans les deux minutes' : `le ${due}`}`,
    refused: (error: string) => `refusé (${error})`,
  },
  marked: (id: string, status: string) => `Message ${id} : ${status}.`,
  noted: (id: string, text: string) => `Message ${id} : note ${text ? 'enregistrée' : 'retirée'}.`,
  willDelete: (name: string, received: string) =>
    `Le message de ${name}, reçu le ${received}, va être effacé définitivement, avec son e-mail de la file.`,
  confirmDelete: 'Effacer ce message ?',
} as const;
