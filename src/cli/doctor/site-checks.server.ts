import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { commandName } from '../../command-name.server.ts';
import { DAY_MS } from '../../config/clock.ts';
import { readProfile } from '../../profile/profile.server.ts';
import { firstProfile, identity, isElsewhere, open } from '../../site.ts';
import { counted } from '../../words/counted.ts';
import { type Check, isLocal, ok, problem, unlessLocal, warning } from './finding.server.ts';

const TIMEOUT_MS = 5_000;
/** Caddy and certbot renew a month before; below this, they have failed for a while. */
const CERTIFICATE_DAYS = 14;
const CERTIFICATE_FIX =
  'Le certificat est à renouveler : Caddy et certbot le font d’eux-mêmes, leur journal dit ce qui les en empêche (journalctl -u caddy, certbot renew --dry-run). Avec nginx, rechargez-le ensuite : systemctl reload nginx.';
const NOT_READY_FIX =
  'Lancez le site (npm start, ou son service). Vérifiez que SITE_URL (ou API_URL) y mène, DNS compris, et que le certificat y est valable pour cet hôte, avec ses intermédiaires.';

export const siteChecks = {
  /** Checks that a published site holds no shipped example (LEGAL-1). The build and the start check the owner's values. */
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
    return isDeepStrictEqual(profile, firstProfile)
      ? unlessLocal(
          config,
          `celui de l’exemple (${profile.name})`,
          `Enregistrez le vôtre : ${commandName} profile import profil.json`,
        )
      : ok(profile.name);
  },

  async site({ config, clock }) {
    // With `API_URL` the site's own address is another server's.
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
      const options = { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
      const response = await fetch(`${url}/readyz`, options);
      const body = await response.text();
      const isReady = response.ok && body.includes('"checks"');
      if (!isReady)
        return problem(
          `${url} ne répond pas, ou ce n’est pas ce site (HTTP ${response.status})`,
          NOT_READY_FIX,
        );
      const days = await certificateDays(url, clock.now());
      return days < CERTIFICATE_DAYS
        ? problem(`le certificat de ${url} n’est plus valable que ${counted(days, 'jour')}`, CERTIFICATE_FIX)
        : ok(url);
    } catch (error) {
      const { cause, message } = error as { cause?: { code?: string }; message: string };
      const code = cause?.code ?? message;
      return problem(
        `${url} ne répond pas, ou ce n’est pas ce site (${code})`,
        /CERT/.test(code) ? CERTIFICATE_FIX : NOT_READY_FIX,
      );
    }
  },

  /** Compares TRUST_PROXY with SITE_URL and HOST: no client may forge its address (OWASP ASVS 4.1.3). */
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

  /** Checks that each process of the site that systemd starts is ready: one may serve while its spare is down. */
  async processes() {
    const found = await siteProcesses();
    if (found.length === 0) return undefined;
    const down = found.find(({ isReady }) => !isReady);
    return down
      ? problem(
          `vitrine@${down.instance} ne répond pas`,
          `systemctl restart vitrine@${down.instance} ; puis, s’il ne part pas : journalctl -u vitrine@${down.instance}`,
        )
      : ok(counted(found.length, 'prêt'));
  },
} satisfies Readonly<Record<string, Check>>;

/** Where systemd links the units that start with the machine, and where their processes listen (deploy/vitrine@.service). */
const machine = {
  units: '/etc/systemd/system/multi-user.target.wants',
  socketOf: (instance: string) => `/run/vitrine/${instance}/site.sock`,
};

/** Asks every process of the site on this machine whether it is ready; none where no unit of ours is enabled. */
export async function siteProcesses({ units, socketOf } = machine) {
  const names = await readdir(units).catch((): string[] => []);
  const instances = names.flatMap((name) => /^vitrine@(.+)\.service$/.exec(name)?.[1] ?? []).sort();
  return Promise.all(
    instances.map(async (instance) => ({ instance, isReady: await isReady(socketOf(instance)) })),
  );
}

async function isReady(socketPath: string): Promise<boolean> {
  try {
    const request = get({ socketPath, path: '/readyz', timeout: TIMEOUT_MS });
    request.on('timeout', () => request.destroy());
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode === 200;
  } catch {
    return false;
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
