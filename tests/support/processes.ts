import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningChild {
  /** Ends its input: the sign for a child that waits to begin, or to release what it holds. */
  go(): void;
  finished: Promise<Finished>;
  /** Resolves when the child has written this text on its output; rejects when it ends before. */
  says(text: string): Promise<void>;
}

/** Runs a TypeScript file of this folder with this Node, in a process of its own. */
export function startChild(script: string, args: readonly string[]): RunningChild {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const output: Finished = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const finished = new Promise<Finished>((resolve) => {
    child.on('close', (code) => resolve({ ...output, code }));
  });
  return {
    go: () => child.stdin.end(),
    finished,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => output.stdout.includes(text) && resolve();
        child.stdout.on('data', look);
        finished.then(() => reject(new Error(`ended before saying ${text}: ${output.stderr}`)));
        look();
      }),
  };
}
