import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { contactMutation } from '../contact/mutation.ts';
import { CommandError } from '../failure.server.ts';
import { ADMINISTRATOR_ID, profileQuery } from '../profile/profile.ts';
import { graphqlPath, pageNames, routes } from '../routes.ts';
import { counted } from '../words/counted.ts';
import { contactSubjects } from '../words/specified.ts';
import type { Dependencies } from './command.server.ts';

interface Asked {
  method?: 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** Sends one request to a site. @throws the system's error if there is no answer */
export type Ask = (path: string, asked?: Asked) => Promise<{ status: number; body: string }>;

export function askSocket(socketPath: string, timeout: number): Ask {
  return async (path, { method = 'GET', headers = {}, body } = {}) => {
    const sent = request({ socketPath, path, method, headers, signal: AbortSignal.timeout(timeout) });
    const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, body: await text(response) };
  };
}

/** Names the first answer that a visitor should not get. */
export class WrongAnswerError extends Error {
  override name = 'WrongAnswerError';
}

/** Reads every page and the files that it names. @throws WrongAnswerError, or the system's error */
export async function visitPages(ask: Ask): Promise<void> {
  const files = new Set<string>();
  for (const { path } of pageNames.map((name) => routes[name])) {
    const { status, body } = await ask(path, { headers: { accept: 'text/html' } });
    if (status !== 200 || !/<h1[\s>]/.test(body) || !body.includes('</html>'))
      throw new WrongAnswerError(`GET ${path} : HTTP ${status}`);
    for (const [file] of body.matchAll(/\/assets\/[\w.-]+/g)) files.add(file);
  }
  for (const file of files) {
    const { status } = await ask(file);
    if (status !== 200) throw new WrongAnswerError(`GET ${file} : HTTP ${status}`);
  }
}

const message = {
  subject: contactSubjects[0],
  email: 'visite@exemple.fr',
  fullname: 'Visite de contrôle',
  message: 'Cet envoi est incomplet, et refusé.',
};

/** Each test message lacks one of these fields; a refusal that names it alone shows that the others were accepted. */
const omitted = ['email', 'message'];

/** Returns headers that name a random network, so that the visit uses up no visitor's limit, whatever TRUST_PROXY is. */
function aVisitor() {
  const network = randomBytes(4)
    .toString('hex')
    .replace(/(.{4})/, '$1:');
  return { 'x-forwarded-for': Array(10).fill(`2001:db8:${network}::1`).join(', ') };
}

/**
 * Asks for the profile, without which a page stays blank. Then sends incomplete messages and checks why they are refused;
 * nothing is stored.
 * @throws WrongAnswerError, or the system's error
 */
async function visitForm(ask: Ask): Promise<void> {
  const api = async (query: string, variables: object) => {
    const headers = { ...aVisitor(), 'content-type': 'application/json', accept: 'application/json' };
    const { status, body } = await ask(graphqlPath, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    });
    return { status, answer: status === 200 ? JSON.parse(body) : undefined };
  };
  const profile = await api(profileQuery, { id: ADMINISTRATOR_ID });
  if (!profile.answer?.data?.getAdminPublicProfil?.name)
    throw new WrongAnswerError(`POST ${graphqlPath} (profil) : HTTP ${profile.status}`);
  for (const field of omitted) {
    const input = { ...message, [field]: '' };
    const { status, answer } = await api(contactMutation, { input });
    const refused = answer?.errors?.[0]?.extensions?.fields?.map((each: { field: string }) => each.field);
    if (String(refused) !== field)
      throw new WrongAnswerError(
        `POST ${graphqlPath} (message sans ${field}) : HTTP ${status}, refus : ${refused}`,
      );
    const headers = { ...aVisitor(), 'content-type': 'application/x-www-form-urlencoded' };
    const body = String(new URLSearchParams(input));
    const page = await ask(routes.contact.path, { method: 'POST', headers, body });
    const marked = page.body.match(/aria-invalid="true"/g)?.length ?? 0;
    if (page.status !== 422 || marked !== 1)
      throw new WrongAnswerError(
        `POST ${routes.contact.path} (message sans ${field}) : HTTP ${page.status}, ${counted(marked, 'champ refusé', 'champs refusés')}`,
      );
  }
  const { status } = await ask('/readyz/write');
  if (status !== 200)
    throw new WrongAnswerError(`GET /readyz/write : HTTP ${status}, aucun message ne serait gardé`);
}

const TIMEOUT_MS = 10_000;

/** Visits one process as a browser would; `deploy/release` accepts a version only after it. @throws CommandError `failure` */
export async function visit({ output, resolvePath }: Dependencies, socket: string): Promise<void> {
  const ask = askSocket(resolvePath(socket), TIMEOUT_MS);
  try {
    await visitPages(ask);
    await visitForm(ask);
  } catch (error) {
    throw new CommandError('failure', `Un visiteur aurait une erreur : ${(error as Error).message}`);
  }
  output.note('Pages, profil et formulaire répondent comme il faut.');
}
