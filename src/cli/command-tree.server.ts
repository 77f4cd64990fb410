import { Command } from 'commander';
import { help } from '../content/cli.ts';
import { FrenchHelp } from './french-help.server.ts';

/** What the help of one command says. */
export interface CommandWords {
  summary: string;
  examples: readonly string[];
}

class FrenchCommand extends Command {
  override createCommand(name?: string): Command {
    return new FrenchCommand(name).helpOption('-h, --help', help.option);
  }

  override createHelp(): FrenchHelp {
    return Object.assign(new FrenchHelp(), this.configureHelp());
  }
}

/** The root of a command tree whose help is in French and whose refusals are thrown instead of ending the process. */
export function createRoot(name: string, description: string): Command {
  return new FrenchCommand(name)
    .description(description)
    .usage('[options] <commande>')
    .helpOption('-h, --help', help.option)
    .helpCommand('help [commande]', help.command)
    .exitOverride();
}

/** A group of commands: alone, it shows its help. */
export function addGroup(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).usage('<commande>').helpCommand(false);
}

/** Adds a command with its help: `name` may hold arguments, as commander writes them. */
export function addCommand(parent: Command, name: string, { summary, examples }: CommandWords): Command {
  return parent.command(name).description(summary).addHelpText('after', examplesText(examples));
}

function examplesText(examples: readonly string[]): string {
  const lines = examples.map((example) =>
    example.includes('npm run') ? example : `npm run vitrine -- ${example}`,
  );
  return ['', help.examples, ...lines.map((line) => `  ${line}`)].join('\n');
}
