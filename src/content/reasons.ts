import { example } from './example.ts';

/** Why a client writes to this person (HOME-12). What only the owner can promise is an example until it is confirmed. */
export const reasons = {
  person: {
    title: 'Derrière le studio, une personne',
    text: example(
      'J’écoute votre besoin, je dessine, je code, et c’est moi qui vous réponds, avant comme après la mise en ligne. Je préfère un projet utile et bien fini à une longue liste de fonctions. Et si votre besoin se règle sans moi, je vous le dis.',
    ),
  },
  questions: {
    title: 'Vos questions',
    items: [
      {
        title: 'Combien de temps faut-il ?',
        text: example(
          'Le délai habituel est indiqué sur chaque offre. Le vôtre est écrit dans la proposition, avant de commencer.',
        ),
      },
      {
        title: 'À qui appartient le code ?',
        text: example(
          'À vous, dès le dernier paiement. Vous recevez le code, les textes et tous les accès ; un autre développeur peut reprendre le projet.',
        ),
      },
      {
        title: 'Comment se passe le paiement ?',
        text: example(
          'Un acompte de 30\u00a0% à la commande, le solde à la mise en ligne. Pour un projet long, une facture à chaque étape.',
        ),
      },
      {
        title: 'Où le site est-il hébergé ?',
        text: example(
          'Chez l’hébergeur de votre choix, à votre nom : je l’installe, et vous gardez les clés.',
        ),
      },
      {
        title: 'Puis-je arrêter en route ?',
        text: example('Oui, à chaque étape : vous payez le travail fait, et il est à vous.'),
      },
    ],
  },
  proof: {
    title: 'Ce site comme preuve',
    lead: 'Il est fait comme le vôtre le sera. Ouvrez les outils de votre navigateur : tout se vérifie.',
  },
} as const;

/** The largest weight of the home before its film, in kilobytes. */
export const HOME_KILOBYTES = 220;

/** What this site shows of itself; tests prove each. */
export const proofs = [
  { figure: '0 cookie', text: 'et aucun traceur : rien à accepter' },
  { figure: `${HOME_KILOBYTES}\u00a0ko`, text: 'au plus pour afficher l’accueil, avant le film' },
  { figure: 'Aucun saut', text: 'rien ne bouge pendant que la page arrive' },
  { figure: 'WCAG 2.2 AA', text: 'le niveau d’accessibilité demandé aux services publics' },
  { figure: 'Sans JavaScript', text: 'tout se lit, et le formulaire part quand même' },
  { figure: 'Tout écran', text: 'du petit téléphone au grand bureau, sans défilement de côté' },
] as const;
