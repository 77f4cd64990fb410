export const proof = {
  title: 'Ce site comme preuve',
  lead: 'Ouvrez les outils de votre navigateur : tout se vérifie.',
} as const;

/** The largest weight of the home before its film, in kilobytes. */
export const HOME_KILOBYTES = 220;

/** What this site shows of itself; tests prove each. */
export const proofs = [
  { figure: '0 cookie', text: 'et aucun traceur : rien à accepter' },
  { figure: `${HOME_KILOBYTES}\u00a0ko`, text: 'au plus pour afficher l’accueil, avant le film' },
  { figure: 'Sans JavaScript', text: 'tout se lit, et le formulaire part quand même' },
  { figure: 'Tout écran', text: 'du petit téléphone au grand bureau, sans défilement de côté' },
] as const;
