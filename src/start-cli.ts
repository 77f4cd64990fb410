import { runCommandLine } from './cli/run.server.ts';

const { env, stdin, stdout, stderr } = process;

// The reader went away, as `head` does: there is nobody left to write to.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  noColor: Boolean(env['NO_COLOR']),
  editor: env['VISUAL'] || env['EDITOR'],
  // npm runs scripts in the root of the project and says here where the operator was.
  callerDir: env['INIT_CWD'] ?? process.cwd(),
});
