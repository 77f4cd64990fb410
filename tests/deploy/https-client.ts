import { Agent, type RequestOptions, request } from 'node:https';
import { contactMutation } from '../../src/contact/mutation.ts';

export interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Asks one server over TLS, checking its certificate, from one address of this machine. */
export interface HttpsClient {
  ask(path: string, asked?: Asked): Promise<Answer>;
  close(): void;
}

/** @param localAddress an address of 127.0.0.0/8 to come from */
export function httpsClient(
  { port, certificate }: { port: number; certificate: string },
  localAddress = '127.0.0.1',
): HttpsClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, ca: certificate });
  const base: RequestOptions = { agent, host: '127.0.0.1', servername: 'localhost', port, localAddress };
  return {
    ask: (path, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const host = `localhost:${port}`;
        const sent = request({ ...base, path, method, headers: { host, ...headers } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
            }),
          );
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** Makes the request of the form for a message of its own. */
export function contactRequest(name: string): Asked {
  const input = {
    fullname: `Essai ${name}`,
    email: `essai-${name}@example.org`,
    subject: 'Autre question ou remarque',
    message: `Bonjour, ceci est le message ${name}.`,
  };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operationName: 'postContactForm', query: contactMutation, variables: { input } }),
  };
}
