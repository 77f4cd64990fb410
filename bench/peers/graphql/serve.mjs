// node serve.mjs <kind> [one|group]: one of the servers that the site's endpoint is measured against. PORT, ANSWER_FILE,
// and DATA_DIR when messages are stored.
import { createServer } from 'node:http';
import { createContactStore } from './contact-store.mjs';
import { address, answer, resolvers, typeDefs } from './schema.mjs';

const [kind, commit] = process.argv.slice(2);
const store = commit ? createContactStore(commit) : () => {};

/** Reads the body of a request as text. */
function bodyOf(request, use) {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => use(body));
}

function sendJson(response, text) {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(text);
}

const kinds = {
  /** The limit: reads the request, parses its JSON, answers with a constant. */
  raw() {
    createServer((request, response) =>
      bodyOf(request, (body) => {
        JSON.parse(body);
        sendJson(response, answer);
      }),
    ).listen(address);
  },
  /** graphql-js on node:http, parsed and validated documents kept. */
  async plain() {
    const { buildSchema, execute, parse, validate } = await import('graphql');
    const schema = buildSchema(typeDefs);
    const { Query, Mutation } = resolvers(store);
    const rootValue = {
      getAdminPublicProfil: (values) => Query.getAdminPublicProfil(undefined, values),
      postContactForm: (values) => Mutation.postContactForm(undefined, values),
    };
    const documents = new Map();
    const documentOf = (query) => {
      if (!documents.has(query)) {
        const document = parse(query);
        if (validate(schema, document).length > 0) throw new Error('invalid document');
        documents.set(query, document);
      }
      return documents.get(query);
    };
    const answerTo = async (body) => {
      const { query, variables: variableValues } = JSON.parse(body);
      return execute({ schema, document: documentOf(query), rootValue, variableValues });
    };
    createServer((request, response) =>
      bodyOf(request, (body) => answerTo(body).then((result) => sendJson(response, JSON.stringify(result)))),
    ).listen(address);
  },
  async mercurius() {
    const { default: fastify } = await import('fastify');
    const { default: mercurius } = await import('mercurius');
    const app = fastify();
    app.register(mercurius, { schema: typeDefs, resolvers: resolvers(store), jit: 1 });
    await app.listen(address);
  },
  async apollo() {
    const { ApolloServer } = await import('@apollo/server');
    const { startStandaloneServer } = await import('@apollo/server/standalone');
    const server = new ApolloServer({ typeDefs, resolvers: resolvers(store) });
    await startStandaloneServer(server, { listen: address });
  },
  async yoga() {
    const { createSchema, createYoga } = await import('graphql-yoga');
    const schema = createSchema({ typeDefs, resolvers: resolvers(store) });
    createServer(createYoga({ schema, logging: false, graphiql: false })).listen(address);
  },
};

await kinds[kind]();
