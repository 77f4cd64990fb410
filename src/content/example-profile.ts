import type { Profile } from '../profile/profile.ts';

/** The profile of administrator 3 in a new store: an invented example, changed afterwards with the operator's command. */
export const exampleProfile: Profile = {
  name: 'Camille Moreau',
  metier: 'Développement web et mobile sur mesure',
  presentation:
    '<p>Le studio conçoit des sites, des applications et des outils utiles à votre activité : <strong>de la première idée à la mise en ligne</strong>, puis dans la durée.</p>',
  projects: [
    {
      name: 'Carnet de sentiers',
      description: 'Application mobile de suivi de randonnées, utilisable sans réseau.',
      UrlInProd: 'https://www.exemple.fr/carnet',
      fonctionalites: 'Cartes hors ligne, relevé de trace, partage d’itinéraires',
      urlImage: '/images/studio.svg',
      altImg: 'Écran de l’application Carnet de sentiers',
    },
    {
      name: 'Planning d’atelier',
      description: 'Outil interne de planification pour une équipe de production.',
      UrlInProd: 'https://www.exemple.fr/planning',
      fonctionalites: 'Calendrier partagé, alertes, export comptable',
      urlImage: '/images/regie.svg',
      altImg: 'Écran de l’outil Planning d’atelier',
    },
  ],
  TechStacks: [
    {
      type: 'Site et application web',
      technoFront: 'TypeScript, React',
      technoBack: 'Node.js, GraphQL',
      technoDevops: 'Docker, intégration continue',
      technoServicesTools: 'PostgreSQL, Git',
    },
    {
      type: 'Application mobile',
      technoFront: 'React Native',
      technoBack: 'Node.js, GraphQL',
      technoDevops: 'Publication sur les magasins d’applications',
      technoServicesTools: 'SQLite, notifications',
    },
  ],
};
