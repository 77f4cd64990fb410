import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { program as words } from '../content/cli.ts';
import { addAdvanced } from './advanced.server.ts';
import { addBackup } from './backup.server.ts';
import { createRoot, type HelpStreams } from './command-tree.server.ts';
import type { Runner } from './dependencies.ts';
import { addDoctor } from './doctor/commands.server.ts';
import { addInsights } from './insights.server.ts';
import { addMail } from './mail.server.ts';
import { addMessages } from './messages/commands.server.ts';
import { addPerson } from './person.server.ts';
import { addProfile } from './profile/commands.server.ts';
import { addRestore } from './restore.server.ts';

const packageFile = new URL('../../package.json', import.meta.url);

/** Creates the whole command tree. */
export function createProgram(run: Runner, streams: HelpStreams): Command {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const program = createRoot('npm run vitrine --', words.description, streams)
    .version(words.versionLine(version, process.version), '-V, --version', words.version)
    .addHelpText('after', `\n${words.footer.join('\n')}`);
  addMessages(program, run);
  addPerson(program, run);
  addProfile(program, run);
  addInsights(program, run);
  addBackup(program, run);
  addRestore(program, run);
  addDoctor(program, run);
  addMail(program, run);
  addAdvanced(program, run);
  return program;
}
