import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import type { Storage } from '../storage/storage.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Output } from './output.server.ts';

/** What every command works with, handed in. */
export interface Dependencies {
  config: Config;
  clock: Clock;
  output: Output;
  /** Command of the operator's editor. */
  editor: string | undefined;
  /** The absolute path of a file that the operator named. */
  resolvePath(file: string): string;
}

/** The same with the store, open and up to date. */
export interface StoreDependencies extends Dependencies {
  storage: Storage;
}

/** A command: `options` and `args` are as the command line was read. Gives its exit code, or nothing when it did its work. */
// biome-ignore lint/suspicious/noExplicitAny: commander gives the options and arguments that each command declared.
type CommandFunction<D> = (given: D, options: any, ...args: any[]) => Promise<void> | Promise<ExitCode>;

/** Turns commands into actions of the command tree. */
export interface Runner {
  /** A command that needs no open store. */
  plain(command: CommandFunction<Dependencies>): (...parameters: unknown[]) => Promise<void>;
  /** A command on the open store. */
  store(command: CommandFunction<StoreDependencies>): (...parameters: unknown[]) => Promise<void>;
}
