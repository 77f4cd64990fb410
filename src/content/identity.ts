/*
 * Says who publishes the site (LCEN, article 1-1). Every page and every mail reads it from here.
 * Each `example('…')` is an invented value: replace all of it, as in `studioName: 'Studio Durand'`.
 * An optional value that does not apply is ''.
 */
const settings = {
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
  /** Alternative texts of the portrait and of the studio's picture. */
  portraitAlt: example('Portrait dessiné, devant une ligne de crête'),
  studioPictureAlt: example('Une route serpente vers l’horizon, entre des volcans et les Alpes enneigées'),
  /** Addresses (`https://…`) of the person's pages elsewhere, shown on /about; '' without one. */
  github: '',
  linkedin: '',
} as const;

export type IdentityField = keyof typeof settings;

/** The identity of the publisher, in plain values. */
export const identity = Object.fromEntries(
  // Named, as the examples are gone from the type of the settings once all are replaced.
  Object.entries<string | ReturnType<typeof example>>(settings).map(([field, value]) => [
    field,
    typeof value === 'string' ? value : value.example,
  ]),
) as Readonly<Record<IdentityField, string>>;

/** Marks a shipped value that has to be replaced before the site is published. @public Unused once all are replaced. */
export function example(value: string) {
  return { example: value };
}

/** Lists the fields of the identity that still hold the shipped example; none once the site is ready to be published. */
export function identityGaps(): IdentityField[] {
  return (Object.keys(settings) as IdentityField[]).filter((field) => typeof settings[field] !== 'string');
}

/** Names of the fields, for the operator. */
export const identityLabels: Readonly<Record<IdentityField, string>> = {
  studioName: 'nom du studio',
  publisherName: 'nom de l’éditeur',
  legalStatus: 'statut juridique',
  registration: 'numéro d’immatriculation',
  address: 'adresse postale',
  phone: 'téléphone',
  vat: 'mention de TVA',
  publicationDirector: 'directeur de la publication',
  contactEmail: 'adresse e-mail de contact',
  siteAddress: 'adresse du site',
  hostName: 'nom de l’hébergeur',
  hostAddress: 'adresse de l’hébergeur',
  hostPhone: 'téléphone de l’hébergeur',
  mediator: 'médiateur de la consommation',
  region: 'région',
  whereabouts: 'lieu, dans une phrase',
  portraitAlt: 'description du portrait',
  studioPictureAlt: 'description de l’image du studio',
  github: 'page GitHub',
  linkedin: 'page LinkedIn',
};
