/** Messages for clients of the API, by stable code (API-4). */
export const apiErrors = {
  BAD_REQUEST:
    'Requête incorrecte : il faut un objet JSON en UTF-8 avec query, et au besoin operationName et variables.',
  BAD_USER_INPUT: 'Une variable de la requête n’a pas la forme attendue.',
  BODY_TOO_LARGE: 'La requête est trop volumineuse : 32 Kio au plus.',
  CONTACT_INVALID: 'Le message n’a pas été envoyé : certains champs sont à corriger.',
  CONTACT_RATE_LIMITED:
    'Trop de messages envoyés depuis votre connexion. Veuillez réessayer dans quelques minutes.',
  SERVICE_OVERLOADED: 'Le service reçoit trop de demandes. Veuillez réessayer dans un instant.',
  CROSS_SITE_REFUSED: 'Cette requête vient d’un autre site : elle est refusée.',
  GRAPHQL_PARSE_FAILED: 'Le document GraphQL n’est pas lisible.',
  GRAPHQL_VALIDATION_FAILED: 'Le document GraphQL ne correspond pas au schéma.',
  METHOD_NOT_ALLOWED: 'Cette API ne répond qu’aux requêtes POST.',
  UNSUPPORTED_MEDIA_TYPE: 'Cette API ne lit que du JSON en UTF-8 (application/json), sans compression.',
  INTERNAL_SERVER_ERROR: 'Une erreur est survenue. Veuillez réessayer plus tard.',
} as const;

/** Texts of the plain error page, by HTTP status. */
export const httpErrors: Readonly<Record<number, string>> = {
  400: 'Requête incorrecte.',
  403: 'Cette requête vient d’un autre site : elle est refusée. Ouvrez la page Contact de ce site pour écrire au studio.',
  404: 'Cette adresse n’existe pas.',
  405: 'Cette méthode n’est pas acceptée ici.',
  413: 'Le contenu envoyé est trop volumineux. Raccourcissez-le, puis renvoyez-le.',
  415: 'Ce type de contenu n’est pas accepté ici.',
  416: 'La partie demandée n’existe pas.',
  431: 'L’adresse ou les cookies sont trop longs. Si l’adresse est courte, effacez les cookies de ce site dans votre navigateur, puis réessayez.',
  500: 'Une erreur est survenue. Veuillez réessayer plus tard.',
  503: 'Le service est momentanément indisponible. Veuillez réessayer dans un instant.',
};
