/** Words of `profile`. */
export const profileHelp = {
  group: 'Profil affiché par le site (nom, métier, présentation)',
  edit: {
    summary: 'Ouvre le profil dans votre éditeur (variable EDITOR), puis l’enregistre',
    examples: ['profile edit', 'EDITOR=nano npm run vitrine -- profile edit'],
  },
  import: {
    summary: 'Enregistre un profil depuis un fichier JSON',
    file: 'Fichier JSON ; - pour l’entrée standard',
    examples: ['profile import profil.json'],
  },
  export: {
    summary: 'Écrit le profil en JSON',
    file: 'Fichier à écrire ; sans lui, le résultat va à l’écran',
    examples: ['profile export profil.json'],
  },
} as const;

export const profileWords = {
  none: 'Il n’y a pas encore de profil. Lancez le site une fois (npm start, ou son service), ou importez-en un : npm run vitrine -- profile import <fichier>',
  notUtf8: (file: string) =>
    `${file} n’est pas en UTF-8 : ses lettres accentuées seraient perdues. Enregistrez-le en UTF-8 (dans l’éditeur : « Enregistrer sous », encodage UTF-8), puis recommencez.`,
  notJson: (file: string, detail: string) =>
    `${file} n’est pas du JSON valide (${detail}). Partez du résultat de profile export.`,
  wrong: 'Le profil n’est pas enregistré : il y a des valeurs à corriger.',
  problem: (field: string, fix: string) => `  ${field} : ${fix}`,
  fixes: {
    text: 'il faut un texte',
    filled: 'il faut un texte qui n’est pas vide',
    tooLong: (max: number) => `au plus ${max} caractères`,
    plain: 'il y a un caractère de contrôle, ou la moitié d’un caractère : retirez-le',
    oneLine: 'il faut une seule ligne, sans caractère de contrôle',
    list: 'il faut une liste, [] si elle est vide',
    missing: 'ce champ manque, ou n’est pas de la bonne forme (comparez à profile export)',
    unknown: 'ce champ n’existe pas : retirez-le (ou corrigez son nom)',
    emptyPresentation:
      'il ne reste aucun texte une fois le HTML nettoyé : écrivez au moins un paragraphe <p>…</p>',
  },
  cleaned: (elements: string) =>
    `Le HTML de la présentation a été nettoyé (balises autorisées : ${elements}).`,
  unchanged: 'Le profil est déjà celui-là : rien n’a été changé.',
  editorMustWait:
    'Si l’éditeur s’ouvre à part, il faut lui dire d’attendre : VISUAL="code --wait" npm run vitrine -- profile edit',
  saved: (version: number) =>
    `Profil enregistré (version ${version}). Le site le montre dans les 2 secondes.`,
  exported: (file: string) => `Profil écrit dans ${file}.`,
  noEditor:
    'Aucun éditeur n’est choisi. Exemple : EDITOR=nano npm run vitrine -- profile edit. Ou passez par profile export, puis profile import.',
  noTerminal: 'profile edit demande un terminal. Sans terminal : profile export, puis profile import.',
  editorFailed: (editor: string, code: string) =>
    `L’éditeur « ${editor} » s’est arrêté (${code}). Rien n’a été changé.`,
  changedMeanwhile:
    'Le profil a changé pendant que l’éditeur était ouvert : rien n’a été enregistré. Comparez votre texte au résultat de profile export.',
  kept: (command: string) =>
    `Votre texte est gardé. Pour l’enregistrer, une fois la cause réglée :\n  ${command}`,
  confirmAgain: 'Rouvrir l’éditeur pour corriger ?',
} as const;
