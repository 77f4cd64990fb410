import { type Argument, Help, type Option } from 'commander';
import { help } from '../content/cli.ts';
import { displayWidth } from './text-width.ts';

/** Commander's help pages with French titles and words. */
export class FrenchHelp extends Help {
  override styleTitle(title: string): string {
    return help.titles[title] ?? title;
  }

  override displayWidth(text: string): number {
    return displayWidth(text);
  }

  override commandUsage(command: Parameters<Help['commandUsage']>[0]): string {
    return super.commandUsage(command).replace('[command]', '[commande]');
  }

  override optionDescription(option: Option): string {
    const byDefault = option.defaultValue === undefined ? [] : [`${help.byDefault} ${option.defaultValue}`];
    return described(option.description, [...choicesOf(option), ...byDefault]);
  }

  override argumentDescription(argument: Argument): string {
    return described(argument.description, choicesOf(argument));
  }
}

function choicesOf({ argChoices }: { argChoices?: string[] }): string[] {
  return argChoices ? [`${help.choices} ${argChoices.join(', ')}`] : [];
}

function described(description: string, details: readonly string[]): string {
  return details.length === 0 ? description : `${description} (${details.join(' ; ')})`;
}
