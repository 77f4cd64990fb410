// TEMPORARY until branch reader is merged.
import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';
import { studioPath } from '../setup/studio-folder.mjs';
import { files, type OpenPromise, type Studio } from './schema.ts';

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  if (value && typeof value === 'object') {
    const entries = Object.entries(value)
      .map(([k, x]) => [k, clean(x)] as const)
      .filter(([, x]) => x !== undefined);
    return entries.length ? Object.fromEntries(entries) : undefined;
  }
  return value === '' || value === null ? undefined : value;
}

export async function readStudio(folder: string) {
  const path = studioPath(folder);
  const faults: string[] = [];
  const studio: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(files)) {
    const file = `${path}/${name}.yaml`;
    if (!existsSync(file)) continue;
    const result = v.safeParse(
      schema,
      clean(parse(readFileSync(file, 'utf8'), { schema: 'failsafe' })) ?? {},
    );
    if (result.success) studio[name] = result.output;
    else for (const issue of result.issues) faults.push(`${name}: ${v.getDotPath(issue)} ${issue.message}`);
  }
  return {
    studio: faults.length ? undefined : (studio as unknown as Studio),
    faults,
    open: [] as OpenPromise[],
  };
}
