/** Words of `npm run export`. */
export const exportWords = {
  noApi:
    'Mettez dans API_URL l’adresse publique de l’API (et celle du site dans SITE_URL), puis relancez : un site exporté en fichiers a son API sur un autre hôte. Voir docs/operations/api-on-another-host.md.',
  apiSilent: (address: string) =>
    `L’API ne répond pas à ${address}. Mettez-la en ligne d’abord : le profil affiché vient d’elle.`,
  done: (siteUrl: string, apiUrl: string) =>
    [
      `Site exporté dans dist/export/site, pour ${siteUrl} avec l’API de ${apiUrl}.`,
      'En-têtes : dist/export/site/_headers (Netlify, Cloudflare Pages) et dist/export/headers.nginx.conf (nginx).',
      'À refaire après chaque changement de contenu, de profil ou d’adresse.',
    ].join('\n'),
} as const;
