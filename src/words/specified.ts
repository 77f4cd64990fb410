/* Texts that the specification quotes, with its exact words and typography. */

export const startProject = 'Démarrer votre projet';
export const noCard = 'Aucune card de disponible';
export const noVideo = 'Ton navigateur ne supporte pas la vidéo HTML5.';
export const sectionNotFound = 'Section non trouvée';
export const backToTop = 'Retour en haut';
export const backToHome = 'Retour à l’accueil';
export const contactUs = 'Nous contacter';
export const theTeam = "L'équipe";

/** Messages of section 8, by outcome of the sending. */
export const outcomeTexts = {
  sent: 'Merci ! Votre message a bien été envoyé.',
  failed: 'Une erreur est survenue. Veuillez réessayer plus tard.',
} as const;

/** The subjects of a message (section 3), exactly as they are sent and stored. */
export const contactSubjects = [
  'Proposition de mission freelance',
  'Projet web à discuter',
  'Projet mobile à discuter',
  'Projet web et mobile à discuter',
  'Collaboration professionnelle ou proposition de partenariat',
  'Autre question ou remarque',
] as const;

/** Messages of section 5, by code of the rule; the last two concern texts read in a wrong encoding (FORM-8). */
export const fieldErrors = {
  'fullname-required': 'Votre nom complet est requis',
  'email-required': 'Votre email est requis',
  'subject-required': 'Le sujet est requis',
  'phone-invalid': 'Numéro invalide (ex: +33 6 12 34 56 78)',
  'message-required': 'Le message est requis',
  'message-too-short': 'Le message doit contenir au moins 10 caractères',
  'message-too-long': 'Le message ne peut pas dépasser 2000 caractères',
  'fullname-unreadable': 'Votre nom contient un caractère illisible\u00a0: retapez-le',
  'message-unreadable': 'Le message contient un caractère illisible\u00a0: remplacez-le',
} as const;
