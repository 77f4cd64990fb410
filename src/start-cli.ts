import { runCommandLine } from './cli/program.server.ts';

const { env, stdin, stdout, stderr } = process;

// EPIPE means that the reader has gone, as after `head`, so nobody wants the rest.
stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0);
  // Each later write fails too, so the message is written once.
  if (!process.exitCode)
    stderr.write(
      'Le résultat n’a pas pu être écrit (disque plein ?). Les opérations annoncées ci-dessus ont bien été faites.\n',
    );
  process.exitCode = 1;
});
// If nobody reads the notes any more, the command still does its work.
stderr.on('error', () => {});

const exitCode = await runCommandLine(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  editor: env['VISUAL'] || env['EDITOR'],
  // npm runs scripts in the project's root, and names the operator's folder here.
  callerDir: env['INIT_CWD'] ?? process.cwd(),
});
process.exitCode ||= exitCode;
