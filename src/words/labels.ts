import { routes } from '../routes.ts';
import { contactUs, theTeam } from './specified.ts';

/**
 * Entries of the menu, for the drawer and the horizontal navigation (HOME-2, HOME-3). Nothing reads the empty icon, which section
 * 3 of the specification asks for.
 */
export const menuEntries = [
  { label: contactUs, href: routes.contact.path, icon: '' },
  { label: theTeam, href: routes.about.path, icon: '' },
] as const;

export const labels = {
  skipToContent: 'Aller au contenu',
  navigation: 'Navigation principale',
  menu: 'Menu',
  openMenu: 'Ouvrir le menu',
  closeMenu: 'Fermer le menu',
  toDarkMode: 'Activer le mode sombre',
  toLightMode: 'Activer le mode clair',
  newTab: '(nouvel onglet)',
  contents: 'Sommaire',
  pauseVideo: 'Mettre la vidéo en pause',
  playVideo: 'Lire la vidéo',
} as const;

/** Words of the carousel pattern (WAI-ARIA APG), in French. */
export const carouselLabels = {
  roleDescription: 'carrousel',
  slideRoleDescription: 'diapositive',
  tabs: 'Choisir une prestation',
  previous: 'Prestation précédente',
  next: 'Prestation suivante',
  position: (index: number, count: number, offer: string) => `${index + 1} sur ${count}\u00a0: ${offer}`,
} as const;
