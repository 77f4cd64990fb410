/** Lists what each folder of src may import; the files directly under src (entry points, factories) may import everything. */
export const allowedImports: Readonly<Record<string, readonly string[]>> = {
  'site.ts': [],
  words: ['site.ts', 'routes.ts'],
  // The build writes these pages from the studio's folder.
  legal: ['routes.ts', 'words'],
  theme: ['site.ts'],
  config: [],
  'routes.ts': [],
  'escape-html.ts': [],
  'command-name.server.ts': [],
  ui: [],
  'failure.server.ts': ['command-name.server.ts', 'config', 'storage'],
  storage: [],
  http: ['words', 'config'],
  mail: ['command-name.server.ts', 'site.ts', 'words', 'config', 'escape-html.ts', 'storage'],
  retention: ['config', 'storage'],
  profile: ['config', 'storage'],
  insights: ['site.ts', 'config', 'routes.ts', 'escape-html.ts', 'storage', 'http'],
  contact: ['site.ts', 'words', 'config', 'routes.ts', 'theme', 'ui', 'storage', 'http', 'mail'],
  startup: ['routes.ts', 'theme', 'profile'],
  pages: ['site.ts', 'words', 'routes.ts', 'escape-html.ts', 'theme', 'ui', 'contact', 'profile'],
  graphql: ['words', 'config', 'routes.ts', 'http', 'contact', 'profile'],
  documents: ['site.ts', 'config', 'routes.ts', 'http', 'contact', 'profile'],
  cli: [
    'command-name.server.ts',
    'failure.server.ts',
    'routes.ts',
    'site.ts',
    'words',
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
  pages: ['legal'],
  // The built page renderer is loaded from dist; only its shape is known.
  documents: ['start-render.tsx'],
};
