/** Words of the command line that belong to no single command. */
export const program = {
  description:
    'Outils de l’exploitant du site : messages reçus, e-mails, données personnelles, profil, statistiques, sauvegardes, contrôles.',
  footer: `Codes de sortie : 0 réussi, 1 échec, 2 mauvais usage, 3 introuvable ou ambigu,
4 refusé ou non confirmé, 5 base ou serveur de messagerie indisponible.`,
  version: 'Affiche la version du site et de Node',
  versionLine: (version: string, node: string) => `vitrine ${version} (Node ${node})`,
} as const;

/** Titles and words of the help pages. */
export const help = {
  titles: {
    'Usage:': 'Usage :',
    'Arguments:': 'Arguments :',
    'Options:': 'Options :',
    'Commands:': 'Commandes :',
  } as Readonly<Record<string, string>>,
  option: 'Affiche cette aide',
  force: 'Ne demande pas de confirmation',
  replace: 'Remplace le fichier s’il existe',
  dryRun: 'Dit ce qui serait fait, sans rien changer',
} as const;

/** Errors of usage, by commander’s code. */
export const usageErrors: Readonly<Record<string, string>> = {
  'commander.help': 'Il manque une commande.',
  'commander.unknownCommand': 'Cette commande n’existe pas.',
  'commander.unknownOption': 'Cette option n’existe pas.',
  'commander.missingArgument': 'Il manque un argument.',
  'commander.optionMissingArgument': 'La dernière option attend une valeur.',
  'commander.excessArguments': 'Il y a trop d’arguments.',
};

export const usage = {
  other: 'La ligne de commande n’est pas comprise.',
  wholeNumber: (text: string, min: number, max: number) =>
    `« ${text} » n’est pas accepté : il faut un nombre entier de ${min} à ${max}.`,
  oneOf: (text: string, names: readonly string[]) =>
    `« ${text} » n’est pas accepté. Valeurs : ${names.join(', ')}.`,
} as const;

export const confirmation = {
  choices: '(oui/non)',
  yes: ['oui', 'o'] as readonly string[],
  notDone: 'Rien n’a été changé : il faut répondre oui ou, sans terminal, ajouter --force.',
} as const;

/** Failures that any command may meet. */
export const failures = {
  noStore: (file: string) =>
    `Il n’y a pas encore de base : ${file} n’existe pas. Vérifiez DATA_DIR, ou créez la base en lançant le site (npm start, ou son service).`,
  notMigrated: (names: readonly string[]) =>
    `La base n’est pas à jour (${names.join(', ')}). Lancez : npm run vitrine -- advanced migrate`,
  unsound: (detail: string) =>
    `La base est abîmée (${detail}). Arrêtez le site et restaurez une sauvegarde : npm run vitrine -- restore <fichier>`,
  inUse:
    'Un site ou une autre commande se sert de la base. Arrêtez le site, puis recommencez. Rien n’a été changé.',
  resultNotWritten:
    'Le résultat n’a pas pu être écrit (disque plein ?). Les opérations annoncées ci-dessus ont bien été faites.',
  full: 'Le disque est plein : rien n’a été changé. Libérez de la place, puis recommencez.',
  unexpected: (message: string) => `Erreur imprévue : ${message}`,
  noSuchFile: (file: string) => `${file} n’existe pas, ou son dossier. Vérifiez le nom.`,
  noSuchFolder: (folder: string) => `Le dossier ${folder} n’existe pas. Créez-le, ou choisissez-en un autre.`,
  forbiddenFile: (file: string) =>
    `Ce compte n’a pas accès à ${file}. Vérifiez les droits de ce fichier et de son dossier.`,
  notAFile: (file: string) =>
    `${file} n’est pas un fichier ordinaire (dossier, tube, périphérique…). Choisissez un autre nom.`,
  storeFile: (file: string) =>
    `${file} est un fichier de la base elle-même : il n’est jamais remplacé. Choisissez un autre nom.`,
  fileExists: (file: string) =>
    `Le fichier ${file} existe déjà. Choisissez un autre nom, ou ajoutez --force pour le remplacer.`,
} as const;
