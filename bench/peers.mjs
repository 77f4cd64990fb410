// node peers.mjs KIND: runs one of the servers with which the site is compared. PORT is its port, and ANSWER_FILE holds the
// site's answer to the profile query, or its page. DATA_DIR is where messages are stored; without it none are.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync } from 'node:zlib';
import { floorPage } from './floor-page.mjs';

const root = join(import.meta.dirname, '..');
const { PORT, ANSWER_FILE, DATA_DIR } = process.env;
const address = { host: '127.0.0.1', port: Number(PORT) };
const answer = readFileSync(ANSWER_FILE);
const typeDefs = readFileSync(join(root, 'src/graphql/schema.graphql'), 'utf8');
const store = DATA_DIR ? createStore() : () => {};
const resolvers = {
  Query: {
    getAdminPublicProfil: (_parent, { id }) =>
      id === 3 ? JSON.parse(answer).data.getAdminPublicProfil : null,
  },
  Mutation: {
    postContactForm(_parent, { input }) {
      store(input);
      return { isSend: true };
    },
  },
};

const page = {
  'content-type': 'text/html; charset=utf-8',
  'content-encoding': 'br',
  vary: 'accept-encoding',
};

const kinds = {
  /** Upper limit for a server of pages: it answers with a constant. */
  page() {
    createServer((_request, response) => response.writeHead(200, page).end(answer)).listen(address);
  },
  /** Upper limit for a GraphQL server: it reads the request, parses its JSON and answers with a constant. */
  raw() {
    createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        if (body) JSON.parse(body);
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(answer);
      });
    }).listen(address);
  },
  async mercurius() {
    const { default: fastify } = await import('fastify');
    const { default: mercurius } = await import('mercurius');
    const app = fastify();
    app.register(mercurius, { schema: typeDefs, resolvers, jit: 1 });
    await app.listen(address);
  },
  async apollo() {
    const { ApolloServer } = await import('@apollo/server');
    const { startStandaloneServer } = await import('@apollo/server/standalone');
    await startStandaloneServer(new ApolloServer({ typeDefs, resolvers }), { listen: address });
  },
  /** Serves the smallest page that keeps the site's rule, with the site's poster and video. */
  floor() {
    const file = (path, type) => [readFileSync(join(root, 'dist/client', path)), { 'content-type': type }];
    const files = {
      '/poster.avif': file('images/home-poster.avif', 'image/avif'),
      '/video.mp4': file('video/home-video.mp4', 'video/mp4'),
      '/graphql': [answer, { 'content-type': 'application/json' }],
      '/robots.txt': ['User-agent: *\nAllow: /\n', { 'content-type': 'text/plain' }],
      '/': [brotliCompressSync(floorPage()), page],
    };
    createServer((request, response) => {
      const [body, headers] = files[request.url] ?? files['/'];
      request.resume().on('end', () => response.writeHead(200, headers).end(body));
    }).listen(address);
  },
};

await kinds[process.argv[2]]();

/**
 * Stores messages in the site's tables as durably as the site: one transaction each, WAL, a sync per commit. It checks and limits
 * nothing, so it does less work.
 */
function createStore() {
  const db = new DatabaseSync(join(DATA_DIR, 'peer.db'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  const migrations = join(root, 'migrations');
  for (const name of readdirSync(migrations).sort())
    db.exec(readFileSync(join(migrations, name, 'sqlite.sql'), 'utf8'));
  const message =
    db.prepare(`INSERT INTO message (id, received_at, fullname, email, email_key, subject, phone, body,
    origin, status, suspect, suspect_reasons, fingerprint) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'api', 'new', 0, '', ?)`);
  const mail = db.prepare(`INSERT INTO outbox (id, message_id, state, attempts, created_at, due_at)
    VALUES (?, ?, 'pending', 0, ?, ?)`);
  return ({ fullname, email, subject, phone = '', message: body }) => {
    const [id, now] = [randomUUID(), Date.now()];
    db.exec('BEGIN IMMEDIATE');
    message.run(id, now, fullname, email, email.toLowerCase(), subject, phone, body, randomUUID());
    mail.run(randomUUID(), id, now, now);
    db.exec('COMMIT');
  };
}
