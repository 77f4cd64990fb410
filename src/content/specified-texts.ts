/* Texts that the specification quotes, word for word, with its typography. */

export const startProject = 'Démarrer votre projet';
export const noCard = 'Aucune card de disponible';
export const noVideo = 'Ton navigateur ne supporte pas la vidéo HTML5.';
export const sectionNotFound = 'Section non trouvée';
export const backToTop = 'Retour en haut';
export const backToHome = 'Retour à l’accueil';
export const contactUs = 'Nous contacter';
export const theTeam = "L'équipe";
