/** Lists what each folder of src may import; the files directly under src (entry points, factories) may import everything. */
export const allowedImports: Readonly<Record<string, readonly string[]>> = {
  content: ['command-name.server.ts', 'routes.ts'],
  theme: [],
  config: [],
  'routes.ts': [],
  'escape-html.ts': [],
  'command-name.server.ts': [],
  ui: [],
  'failure.server.ts': ['command-name.server.ts', 'content-check', 'config', 'storage'],
  storage: [],
  http: ['content', 'config'],
  mail: ['command-name.server.ts', 'content', 'config', 'escape-html.ts', 'theme', 'storage'],
  retention: ['config', 'storage'],
  profile: ['config', 'storage'],
  insights: ['config', 'routes.ts', 'escape-html.ts', 'theme', 'storage', 'http'],
  contact: ['content', 'config', 'routes.ts', 'theme', 'ui', 'storage', 'http', 'mail'],
  startup: ['routes.ts', 'theme', 'profile'],
  pages: ['content', 'routes.ts', 'escape-html.ts', 'theme', 'ui', 'contact', 'profile'],
  graphql: ['content', 'config', 'routes.ts', 'http', 'contact', 'profile'],
  documents: ['content', 'config', 'routes.ts', 'theme', 'http', 'contact', 'profile'],
  'content-check': ['content', 'routes.ts'],
  cli: [
    'command-name.server.ts',
    'failure.server.ts',
    'routes.ts',
    'content',
    'content-check',
    'config',
    'storage',
    'mail',
    'retention',
    'contact',
    'profile',
    'insights',
  ],
};

/** Lists what a folder may import as types only: they do not exist at run time. */
export const allowedTypes: Readonly<Record<string, readonly string[]>> = {
  // The example profile is checked against the contract.
  content: ['profile'],
  // The built page renderer is loaded from dist; only its shape is known.
  documents: ['start-render.tsx'],
};
