import type { Command } from 'commander';
import { help } from '../../content/cli.ts';
import { statusNames, messagesHelp as words } from '../../content/cli-messages.ts';
import { addCommand, addGroup } from '../command-tree.server.ts';
import type { Runner } from '../dependencies.ts';
import { oneOf, wholeNumber } from '../usage-error.server.ts';
import { mark, note, remove } from './change.server.ts';
import { exportMessages } from './export.server.ts';
import { list } from './list.server.ts';
import { show } from './show.server.ts';

const MAX_LIMIT = 10_000;

/** Adds `messages …`. */
export function addMessages(program: Command, run: Runner): void {
  const group = addGroup(program, 'messages', words.group);
  addFilter(addCommand(group, 'list', words.list))
    .option('--limit <n>', words.list.options.limit, wholeNumber(1, MAX_LIMIT))
    .option('--json', help.json)
    .action(run.store(list));
  addCommand(group, 'show', words.show)
    .argument('<id>', words.id)
    .option('--json', help.json)
    .action(run.store(show));
  addFilter(addCommand(group, 'search', words.search))
    .argument('<mots...>', words.search.argument)
    .option('--limit <n>', words.list.options.limit, wholeNumber(1, MAX_LIMIT))
    .option('--json', help.json)
    .action(run.store(list));
  addCommand(group, 'mark', words.mark)
    .argument('<id>', words.id)
    .argument('<état>', words.mark.argument, oneOf(statusNames))
    .action(run.store(mark));
  addCommand(group, 'note', words.note)
    .argument('<id>', words.id)
    .argument('<texte>', words.note.argument)
    .action(run.store(note));
  addFilter(addCommand(group, 'export', words.export))
    .option('--output <fichier>', words.export.options.output)
    .option('--csv', words.export.options.csv)
    .option('--semicolon', words.export.options.semicolon)
    .option('--force', help.replace)
    .action(run.store(exportMessages));
  addCommand(group, 'delete', words.delete)
    .argument('<id>', words.id)
    .option('--dry-run', help.dryRun)
    .option('--force', help.force)
    .action(run.store(remove));
}

function addFilter(command: Command): Command {
  return command
    .option('--status <état>', words.list.options.status, oneOf(statusNames))
    .option('--suspect', words.list.options.suspect);
}
