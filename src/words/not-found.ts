import { routes, SERVICES_ID } from '../routes.ts';
import { contactUs, theTeam } from './specified.ts';

export const notFound = {
  head: {
    title: 'Page introuvable',
    description:
      'La page demandée n’existe pas. Retrouvez les services du studio et le formulaire de contact.',
  },
  title: 'Ce sentier ne mène nulle part',
  lead: 'La page que vous cherchez n’existe pas, ou n’existe plus. Pas d’inquiétude : le chemin du retour est balisé.',
  pictureAlt: 'Un sentier s’arrête à un panneau à deux directions, dans les collines, au crépuscule',
  code: 'Erreur 404',
  waysOn: 'Reprendre la route',
  links: [
    { label: 'Voir nos services', href: `${routes.home.path}#${SERVICES_ID}` },
    { label: contactUs, href: routes.contact.path },
    { label: theTeam, href: routes.about.path },
  ],
} as const;
