import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import { systemClock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { readEnvironment } from '../config/environment.server.ts';
import { usage, usageErrors } from '../content/cli.ts';
import type { Run } from './command.server.ts';
import { exitCodes, explainFailure } from './failure.server.ts';
import { Output, type Terminal } from './output.server.ts';
import { createProgram } from './program.server.ts';
import { visible } from './text.ts';

/**
 * Runs one command line.
 * @param args without the program's name
 * @returns the exit code
 */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const output = new Output(terminal);
  let config: Config | undefined;
  let exitCode: number = exitCodes.ok;

  const run: Run =
    (command) =>
    async (...parameters) => {
      config = readEnvironment();
      const resolvePath = (file: string) => resolve(terminal.callerDir, file);
      const given = { config, clock: systemClock, output, editor: terminal.editor, resolvePath };
      exitCode = (await command(given, ...parameters.slice(0, -1))) ?? exitCodes.ok;
    };

  const program = createProgram(run, terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok;
      // Commander has shown the help of the command.
      output.note(`\n${usageErrors[error.code] ?? usage.other}`);
      return exitCodes.usage;
    }
    const failure = explainFailure(error, config);
    output.note(visible(failure.message));
    return failure.exitCode;
  }
}
