import type { Check } from './finding.server.ts';
import { legalChecks } from './legal-checks.server.ts';
import { mailChecks } from './mail-checks.server.ts';
import { siteChecks } from './site-checks.server.ts';
import { storeChecks } from './store-checks.server.ts';

/** The names of the checks as `doctor` shows them, in its order. */
export const checkNames = {
  identity: 'Identité légale',
  law: 'Pages légales',
  profile: 'Profil',
  site: 'Site',
  proxy: 'Proxy',
  smtp: 'Serveur de messagerie',
  outbox: 'E-mails à envoyer',
  notices: 'Notifications',
  store: 'Base de données',
  retention: 'Conservation',
  backup: 'Sauvegarde',
  processes: 'Processus',
  files: 'Droits des fichiers',
} as const;

export const checks: Readonly<Record<keyof typeof checkNames, Check>> = {
  ...siteChecks,
  ...legalChecks,
  ...mailChecks,
  ...storeChecks,
};
