import type { Command } from 'commander';
import { program as words } from '../content/cli.ts';
import { addBackup } from './backup.server.ts';
import { createRoot } from './command-tree.server.ts';
import { addCompletion } from './completion.server.ts';
import type { Runner } from './dependencies.ts';
import { addDoctor } from './doctor/commands.server.ts';
import { addInsights } from './insights.server.ts';
import { addMail } from './mail.server.ts';
import { addMessages } from './messages/commands.server.ts';
import { addOutbox } from './outbox.server.ts';
import { addPerson } from './person.server.ts';
import { addProfile } from './profile/commands.server.ts';
import { addRestore } from './restore.server.ts';
import { addRetention } from './retention.server.ts';
import { addStore } from './store.server.ts';
import { addVersion, versionLine } from './version.server.ts';

/** The whole command tree. */
export function createProgram(run: Runner): Command {
  const program = createRoot('npm run vitrine --', words.description)
    .version(versionLine(), '-V, --version', words.version)
    .addHelpText('after', `\n${words.footer.join('\n')}`);
  addMessages(program, run);
  addPerson(program, run);
  addRetention(program, run);
  addOutbox(program, run);
  addMail(program, run);
  addProfile(program, run);
  addInsights(program, run);
  addDoctor(program, run);
  addBackup(program, run);
  addRestore(program, run);
  addStore(program, run);
  addVersion(program, run);
  addCompletion(program, run);
  return program;
}
