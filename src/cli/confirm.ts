import { confirmation } from '../content/cli.ts';
import { CommandError } from './command-error.ts';
import type { Output } from './output.server.ts';

/**
 * Goes on only after an explicit yes, or with `--force`. No is the answer to everything else.
 * @throws CommandError `refused`
 */
export async function confirm(output: Output, question: string, force: boolean | undefined): Promise<void> {
  if (force) return;
  if (!output.interactive) throw new CommandError('refused', confirmation.needsForce);
  const answer = await output.ask(`${question} ${confirmation.choices} `);
  if (!confirmation.yes.includes(answer.trim().toLowerCase())) {
    throw new CommandError('refused', confirmation.notDone);
  }
}
