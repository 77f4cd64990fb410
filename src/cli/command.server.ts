import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import type { MessageStatus } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { ExitCode } from './failure.server.ts';
import type { Output } from './output.server.ts';

/** The dependencies of every command. */
export interface Dependencies {
  config: Config;
  clock: Clock;
  output: Output;
  /** Command of the operator's editor. */
  editor: string | undefined;
  /** Gives the absolute path of a file that the operator named. */
  resolvePath(file: string): string;
}

/** The same with the store, open and up to date. */
export interface StoreDependencies extends Dependencies {
  storage: Storage;
}

/** The options of all commands, each by its name in camel case. */
export interface Options {
  status?: MessageStatus;
  suspect?: true;
  limit?: number;
  days?: number;
  html?: string;
  output?: string;
  force?: true;
  dryRun?: true;
  content?: true;
}

/** A command takes its arguments, then its options. It gives its exit code; nothing means success. */
// biome-ignore lint/suspicious/noExplicitAny: commander gives the arguments and options that each command declared.
export type CommandFunction<D> = (given: D, ...parameters: any[]) => Promise<void> | Promise<ExitCode>;

/** Makes an action of the command tree out of a command. Commander passes the arguments, then the options, then the command. */
export type Run = (command: CommandFunction<Dependencies>) => (...parameters: unknown[]) => Promise<void>;
