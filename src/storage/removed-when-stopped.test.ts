import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removedWhenStopped } from './removed-when-stopped.server.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const source = join(import.meta.dirname, 'removed-when-stopped.server.ts');

it('a file that has its name is no longer waited for', () => {
  const listening = () => signals.map((signal) => process.listenerCount(signal));
  const before = listening();
  removedWhenStopped('unfinished')[Symbol.dispose]();
  expect(listening()).toEqual(before);
});

it.each(signals)('%s leaves nothing of an unfinished file', async (signal) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'export.json.partial');
  await writeFile(file, 'personal');
  const code = `const { removedWhenStopped } = await import(${JSON.stringify(source)});
    removedWhenStopped(${JSON.stringify(file)});
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([null, signal]);
  expect(existsSync(file)).toBe(false);
});
