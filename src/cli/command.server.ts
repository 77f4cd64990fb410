import type { Command } from 'commander';
import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { usage } from '../content/cli.ts';
import type { Storage } from '../storage/storage.ts';
import { CommandError, type ExitCode } from './failure.server.ts';
import type { Output } from './output.server.ts';
import { visible } from './text.ts';

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

/** A command takes its arguments, then its options. It gives its exit code; nothing means success. */
// biome-ignore lint/suspicious/noExplicitAny: commander gives the arguments and options that each command declared.
type CommandFunction<D> = (given: D, ...parameters: any[]) => Promise<void> | Promise<ExitCode>;

/** Turns commands into actions of the command tree. */
export interface Runner {
  /** A command that needs no open store. */
  plain(command: CommandFunction<Dependencies>): (...parameters: unknown[]) => Promise<void>;
  /** A command on the open store. */
  store(command: CommandFunction<StoreDependencies>): (...parameters: unknown[]) => Promise<void>;
}

/** Adds a group of commands; alone, it shows its help. */
export function addGroup(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).usage('<commande>').helpCommand(false);
}

/** Makes a parser of a whole number from `min` to `max`. @returns a function that throws CommandError `usage` */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new CommandError('usage', usage.wholeNumber(visible(text), min, max));
  };
}
