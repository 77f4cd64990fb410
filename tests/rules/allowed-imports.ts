/** Lists what each folder of src may import; the files directly under src (entry points, factories) may import everything. */
export const allowedImports = tableOf(`
  site.ts:
  words: site.ts routes.ts
  theme: site.ts
  config:
  routes.ts:
  escape-html.ts:
  ascii-domain.ts:
  command-name.server.ts:
  ui:
  failure.server.ts: command-name.server.ts config storage
  storage:
  http: words config
  mail: command-name.server.ts site.ts words config escape-html.ts ascii-domain.ts storage
  retention: config storage
  profile: config storage
  insights: config routes.ts storage http
  contact: site.ts words config routes.ts ascii-domain.ts theme ui storage http mail
  startup: routes.ts theme profile
  pages: site.ts words routes.ts escape-html.ts theme ui contact profile
  graphql: words config routes.ts http contact profile
  documents: site.ts config routes.ts http contact profile
  cli: command-name.server.ts failure.server.ts routes.ts site.ts words config storage mail retention contact profile insights`);

/** Lists what a folder may import as types only: the built page renderer is loaded from dist; only its shape is known. */
export const allowedTypes = tableOf('documents: start-render.tsx');

function tableOf(lines: string): Readonly<Record<string, readonly string[]>> {
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/:? /));
  return Object.fromEntries(rows.map(([folder = '', ...targets]) => [folder.replace(/:$/, ''), targets]));
}
