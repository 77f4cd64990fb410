import { example } from './example.ts';

/*
 * Says who publishes the site (LCEN, article 1-1). Every page and every mail reads it from here.
 * Each `example('…')` is an invented value: replace all of it, as in `studioName: 'Studio Durand'`.
 * An optional value that does not apply is ''.
 */
export const identity = {
  studioName: example('Atelier Ligne de Crête'),
  /** As registered; sole proprietors add « EI » (Code de commerce, article R. 526-27). */
  publisherName: example('Camille Moreau EI'),
  legalStatus: example('Entreprise individuelle (micro-entreprise)'),
  registration: example('SIREN 000 000 000, inscrit au RNE'),
  address: example('1 place de l’Exemple, 63000 Clermont-Ferrand'),
  phone: example('04 65 71 00 00'),
  /** VAT number, or the mention of the exemption. */
  vat: example('TVA non applicable, article 293 B du CGI'),
  publicationDirector: example('Camille Moreau'),
  contactEmail: example('bonjour@exemple.fr'),
  siteAddress: example('https://www.exemple.fr'),
  hostName: example('Hébergeur Exemple SAS'),
  hostAddress: example('2 rue de l’Exemple, 69000 Lyon'),
  hostPhone: example('04 65 71 00 01'),
  /** Name, address and site of the consumer mediator (Code de la consommation, R. 616-1); '' without consumers. */
  mediator: example('Médiateur Exemple, 3 rue de l’Exemple, 75001 Paris, www.mediateur.exemple.fr'),
  /** For search engines. */
  region: example('Auvergne-Rhône-Alpes'),
  /** The same in a sentence: ‘Le studio est installé …’. */
  whereabouts: example('en Auvergne-Rhône-Alpes'),
  /** A square or larger picture of you: JPEG, PNG, WebP, AVIF or SVG. */
  portrait: example('artwork/portrait.svg'),
  /** Alternative texts of the portrait and of the studio's picture. */
  portraitAlt: example('Portrait dessiné d’une personne souriante, devant une ligne de crête'),
  studioPictureAlt: example('Un sentier monte vers une maison éclairée, dans des collines au couchant'),
  /** Addresses (`https://…`) of the person's pages elsewhere, shown on /about; '' without one. */
  github: '',
  linkedin: '',
} satisfies Readonly<Record<string, string>>;

/** Shipped pictures that show the example's own mark. Put your file in place of each; take the line of one that you keep away. */
export const examplePictures: readonly string[] = ['artwork/favicon.svg', 'public/video/home-video.mp4'];
