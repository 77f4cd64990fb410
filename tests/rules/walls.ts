/** What every room but the lowest may know. */
const ground = ['content', 'config', 'routes.ts', 'escape-html.ts'] as const;

/** Which rooms a room may import; the files directly under src (starts and factories) may import every room. */
export const walls: Readonly<Record<string, readonly string[]>> = {
  content: [],
  theme: [],
  config: [],
  'routes.ts': [],
  'escape-html.ts': [],
  ui: ['theme'],
  storage: ['config'],
  mail: [...ground, 'storage'],
  retention: [...ground, 'storage'],
  contact: [...ground, 'ui', 'storage', 'mail'],
  profile: [...ground, 'ui', 'storage'],
  insights: [...ground, 'storage'],
  startup: [...ground, 'theme', 'profile'],
  pages: [...ground, 'theme', 'ui', 'contact', 'profile'],
  graphql: [...ground, 'contact', 'profile'],
  http: [...ground, 'theme', 'graphql', 'contact', 'profile'],
  cli: [...ground, 'storage', 'mail', 'retention', 'contact', 'profile', 'insights'],
};

/** Types that a room may know beyond its walls: they are gone before anything runs. */
const typesBeyond: Readonly<Record<string, readonly string[]>> = {
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
