import { runCommandLine } from './cli/program.server.ts';

const { env, stdin, stdout, stderr } = process;

// The reader has gone, as after `head`: there is nobody left to write to.
stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0);
  // Each later write fails as well.
  if (!process.exitCode)
    stderr.write(
      'Le résultat n’a pas pu être écrit (disque plein ?). Les opérations annoncées ci-dessus ont bien été faites.\n',
    );
  process.exitCode = 1;
});
// Nobody reads the notes any more; the command still does its work.
stderr.on('error', () => {});

const exitCode = await runCommandLine(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  editor: env['VISUAL'] || env['EDITOR'],
  // npm runs scripts in the root of the project and says here where the operator was.
  callerDir: env['INIT_CWD'] ?? process.cwd(),
});
process.exitCode ||= exitCode;
