import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:tls';
import { commandName } from '../../command-name.server.ts';
import { DAY_MS } from '../../config/clock.ts';
import { readProfile } from '../../profile/profile.server.ts';
import { exampleName, identity, isElsewhere, open } from '../../site.ts';
import { counted } from '../../words/counted.ts';
import { type Ask, askSocket, visitPages, WrongAnswerError } from '../visit.server.ts';
import { type Check, type Finding, isLocal, ok, problem, unlessLocal, warning } from './finding.server.ts';

const TIMEOUT_MS = 5_000;
/** Caddy and certbot renew 30 days before the end; fewer days than this mean that renewal fails. */
const CERTIFICATE_DAYS = 14;
const CERTIFICATE_FIX =
  'Le certificat est à renouveler : Caddy et certbot le font d’eux-mêmes, leur journal dit ce qui les en empêche (journalctl -u caddy, certbot renew --dry-run). Avec nginx, rechargez-le ensuite : systemctl reload nginx.';
const NOT_READY_FIX =
  'Lancez le site (npm start, ou son service). Vérifiez que SITE_URL (ou API_URL) y mène, DNS compris, et que le certificat y est valable pour cet hôte, avec ses intermédiaires.';

const WRONG_ANSWER_FIX =
  "Le journal dit pourquoi (journalctl -u 'vitrine@*') ; pour reprendre la version d’avant, suivez docs/operations/upgrade.md.";

export const siteChecks = {
  /** Checks that a published site shows no value of the example (LEGAL-1); the build checks the owner's own values. */
  async identity({ config }) {
    const gaps = open.length;
    if (gaps > 0)
      return unlessLocal(
        config,
        counted(gaps, 'valeur d’exemple', 'valeurs d’exemple'),
        `Pour les voir, avec fichier et ligne : ${commandName} doctor --content. Remplacez-les avant la mise en ligne. Elles paraissent une fois le site reconstruit : npm start sur votre machine, docs/operations/upgrade.md sur un serveur.`,
      );
    return isElsewhere(config.siteUrl)
      ? problem(
          `SITE_URL est ${config.siteUrl}, mais les pages montrent ${identity.siteAddress}`,
          'Mettez la même adresse dans SITE_URL et dans le champ site de studio.yaml, puis reconstruisez le site.',
        )
      : ok();
  },

  async profile({ config, storage }) {
    const stored = storage && (await readProfile(storage.reads));
    if (!stored) return undefined;
    const { profile } = stored;
    return profile.name === exampleName
      ? unlessLocal(
          config,
          `celui de l’exemple (${profile.name})`,
          `Enregistrez le vôtre : ${commandName} profile edit`,
        )
      : ok(profile.name);
  },

  async site({ config, clock }) {
    // With `API_URL`, this process answers there, and another server at SITE_URL.
    const url = config.apiUrl ?? config.siteUrl;
    if (isLocal(url))
      return unlessLocal(
        config,
        `${url}, une adresse locale`,
        'Avant la mise en ligne, mettez l’adresse publique dans SITE_URL : visiteurs et moteurs de recherche la suivent.',
      );
    if (!url.startsWith('https:'))
      return problem(
        `${url} n’est pas chiffré`,
        'Mettez un proxy avec TLS devant le site (Caddy, nginx), et SITE_URL (ou API_URL) en https://.',
      );
    try {
      const ask: Ask = async (path, asked) => {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const response = await fetch(url + path, { ...asked, redirect: 'manual', signal });
        return { status: response.status, body: await response.text() };
      };
      const { status, body } = await ask('/readyz');
      if (status !== 200 || !body.includes('"checks"'))
        return problem(`${url} ne répond pas, ou ce n’est pas ce site (HTTP ${status})`, NOT_READY_FIX);
      await visitPages(ask);
      const days = await certificateDays(url, clock.now());
      return days < CERTIFICATE_DAYS
        ? problem(`le certificat de ${url} n’est plus valable que ${counted(days, 'jour')}`, CERTIFICATE_FIX)
        : ok(url);
    } catch (error) {
      if (error instanceof WrongAnswerError)
        return problem(`un visiteur de ${url} aurait une erreur : ${error.message}`, WRONG_ANSWER_FIX);
      const { cause, message } = error as { cause?: { code?: string }; message: string };
      const code = cause?.code ?? message;
      return problem(
        `${url} ne répond pas, ou ce n’est pas ce site (${code})`,
        /CERT/.test(code) ? CERTIFICATE_FIX : NOT_READY_FIX,
      );
    }
  },

  /** Compares TRUST_PROXY with SITE_URL and HOST, so that no client can forge its address (OWASP ASVS 4.1.3). */
  async proxy({ config }) {
    const { trustProxy, host } = config;
    const url = config.apiUrl ?? config.siteUrl;
    if (trustProxy === 0)
      return url.startsWith('https:')
        ? problem(
            'le site est en https, donc derrière un proxy, et TRUST_PROXY=0',
            'Mettez TRUST_PROXY=1 (un proxy) : sans cela tous les visiteurs comptent pour un seul dans la limite des envois.',
          )
        : ok();
    return host === '0.0.0.0' || host === '::'
      ? warning(
          `TRUST_PROXY=${trustProxy}, mais le site écoute sur ${host}`,
          'Qui atteint le site sans passer par le proxy peut inventer son adresse : mettez HOST=127.0.0.1, ou fermez le port au pare-feu.',
        )
      : ok();
  },

  /** Checks each process that systemd starts, because one may serve visitors while its spare is down. */
  processes: () => checkProcesses(),
} satisfies Readonly<Record<string, Check>>;

/** The folder of units that systemd starts with the machine, and the path of each unit's socket (deploy/vitrine@.service). */
const machine = {
  units: '/etc/systemd/system/multi-user.target.wants',
  socketOf: (instance: string) => `/run/vitrine/${instance}/site.sock`,
};

/** Asks every process of the site on this machine for readiness and pages; returns undefined if systemd starts none. */
export async function checkProcesses({ units, socketOf } = machine): Promise<Finding | undefined> {
  const names = await readdir(units).catch((): string[] => []);
  const instances = names.flatMap((name) => /^vitrine@(.+)\.service$/.exec(name)?.[1] ?? []).sort();
  const found = await Promise.all(
    instances.map(async (instance) => ({ instance, fault: await faultAt(socketOf(instance)) })),
  );
  if (found.length === 0) return undefined;
  const down = found.find(({ fault }) => fault !== undefined);
  return down
    ? problem(
        `vitrine@${down.instance} ne sert pas comme il faut (${down.fault})`,
        `systemctl restart vitrine@${down.instance} ; puis, s’il ne part pas : journalctl -u vitrine@${down.instance}`,
      )
    : ok(counted(found.length, 'prêt'));
}

/** Says what is wrong with the answers of one process; undefined when nothing is. */
async function faultAt(socket: string): Promise<string | undefined> {
  try {
    const ask = askSocket(socket, TIMEOUT_MS);
    const { status } = await ask('/readyz');
    if (status !== 200) return `GET /readyz : HTTP ${status}`;
    await visitPages(ask);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function certificateDays(url: string, now: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('timeout')));
  await once(socket, 'secureConnect');
  const ends = Date.parse(socket.getPeerCertificate().valid_to);
  socket.destroy();
  return Math.floor((ends - now) / DAY_MS);
}
