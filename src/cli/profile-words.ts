import { commandName } from '../command-name.server.ts';
export const profileWords = {
  none: `Il n’y a pas encore de profil. Lancez le site une fois (npm start, ou son service), ou importez-en un : ${commandName} profile import <fichier>`,
  notUtf8: (file: string) =>
    `${file} n’est pas en UTF-8 : ses lettres accentuées seraient perdues. Enregistrez-le en UTF-8 (dans l’éditeur : « Enregistrer sous », encodage UTF-8), puis recommencez.`,
  wrong: (problems: readonly string[]) =>
    ['Le profil n’est pas enregistré : il y a des valeurs à corriger.', ...problems].join('\n'),
  problem: (field: string, fix: string) => `  ${field} : ${fix}`,
  fixes: {
    json: (detail: string) =>
      `ce n’est pas du JSON valide (${detail}) ; partez du résultat de profile export`,
    line: (max: number) =>
      `il faut un texte d’une ligne, de 1 à ${max} caractères, sans caractère de contrôle`,
    text: (max: number) => `il faut un texte de ${max} caractères au plus, sans caractère de contrôle`,
    fields: 'ce champ manque ou n’existe pas, ou n’a pas la bonne forme (comparez à profile export)',
    emptyPresentation:
      'il ne reste aucun texte une fois le HTML nettoyé : écrivez au moins un paragraphe <p>…</p>',
  },
  cleaned: (elements: string) =>
    `Le HTML de la présentation a été nettoyé (balises autorisées : ${elements}).`,
  editing: (file: string) =>
    `Si l’enregistrement échoue, votre texte reste dans ${file}. Corrigez-le, puis :\n  ${commandName} profile import ${file}`,
  unchanged: `Le texte n’a pas changé : rien n’est enregistré. Si l’éditeur s’ouvre à part, il faut lui dire d’attendre : VISUAL="code --wait" ${commandName} profile edit`,
  changedMeanwhile: (version: number, fields: readonly string[], file: string) =>
    `Le profil a changé pendant que vous l’écriviez (version ${version}) : rien n’est enregistré. Vos valeurs diffèrent des siennes pour ${fields.join(', ')}. Comparez avec profile export, corrigez votre texte dans ${file}, puis importez-le.`,
  saved: (version: number) =>
    `Profil enregistré (version ${version}). Le site le montre dans les 2 secondes.`,
  noEditor: `Aucun éditeur n’est choisi. Exemple : EDITOR=nano ${commandName} profile edit`,
  editorFailed: (editor: string, code: string) =>
    `L’éditeur « ${editor} » s’est arrêté (${code}). Rien n’a été changé.`,
} as const;
