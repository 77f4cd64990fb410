/** Which rooms a room may import; the files directly under src (starts and factories) may import every room. */
export const walls: Readonly<Record<string, readonly string[]>> = {
  content: [],
  theme: [],
  config: [],
  'routes.ts': [],
  'escape-html.ts': [],
  ui: ['theme'],
  storage: ['config'],
  mail: ['content', 'config', 'escape-html.ts', 'storage'],
  retention: ['config', 'storage'],
  contact: ['content', 'config', 'routes.ts', 'ui', 'storage', 'mail'],
  profile: ['config', 'ui', 'storage'],
  insights: ['content', 'config', 'routes.ts', 'escape-html.ts', 'storage'],
  startup: ['routes.ts', 'profile'],
  pages: ['content', 'routes.ts', 'escape-html.ts', 'theme', 'ui', 'contact', 'profile'],
  graphql: ['content', 'contact', 'profile'],
  http: ['content', 'config', 'routes.ts', 'theme', 'graphql', 'contact', 'profile'],
  cli: ['content', 'config', 'storage', 'mail', 'retention', 'contact', 'profile', 'insights'],
};

/** Types that a room may know beyond its walls: they are gone before anything runs. */
export const typesBeyond: Readonly<Record<string, readonly string[]>> = {
  // The example profile is checked against the contract.
  content: ['profile'],
  // The built page renderer is loaded from dist; only its shape is known.
  http: ['start-render.tsx'],
};

/** The room of a file: `contact` for `src/contact/rules.ts`, the file's own name directly under src. */
export function roomOf(path: string): string {
  return path.split('/')[1] ?? '';
}

/** Whether a file may import another. */
export function mayImport(from: string, to: string, typeOnly: boolean): boolean {
  const [room, target] = [roomOf(from), roomOf(to)];
  if (!to.startsWith('src/')) return !to.startsWith('tests/');
  const allowed = walls[room];
  if (room === target || allowed === undefined) return allowed !== undefined || !/\//.test(room);
  return allowed.includes(target) || (typeOnly && (typesBeyond[room] ?? []).includes(target));
}
