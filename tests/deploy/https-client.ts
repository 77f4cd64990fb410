import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { contactMutation } from '../../src/contact/mutation.ts';
import { contactInput } from '../support/contact.ts';

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Asks one server over TLS, checking its certificate, from one address of this machine. */
export type HttpsClient = ReturnType<typeof httpsClient>;

/**
 * Makes a client of a server.
 * @param localAddress an address of 127.0.0.0/8 to come from
 */
export function httpsClient(
  { port, certificate }: { port: number; certificate: string },
  localAddress = '127.0.0.1',
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, ca: certificate });
  const server = { agent, host: '127.0.0.1', servername: 'localhost', port, localAddress };
  return {
    async ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
      const all = { host: `localhost:${port}`, ...headers };
      const sent = request({ ...server, path, method, headers: all }).end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
    },
    close: () => agent.destroy(),
  };
}

/** Makes the request of the form for a message of its own. */
export function contactRequest(name: string): Asked {
  const input = {
    ...contactInput,
    fullname: `Essai ${name}`,
    message: `Bonjour, ceci est le message ${name}.`,
  };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operationName: 'postContactForm', query: contactMutation, variables: { input } }),
  };
}
