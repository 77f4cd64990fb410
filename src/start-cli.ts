import { runCommandLine } from './cli/run.server.ts';

const { env, stdin, stdout, stderr } = process;

// The reader went away, as `head` does: there is nobody left to write to. Any other failure is the command's to explain, but for
// a page of help.
stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0);
  process.exitCode = 1;
});
// Nobody reads the notes any more: what was asked for is done all the same.
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
