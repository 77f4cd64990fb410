import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * Stands in for systemctl where no systemd runs: starts and stops what unit files say, without their confinement.
 * Arguments: folder of the unit files, folder for process ids and logs, then those of systemctl.
 */
const [unitDir = '', stateDir = '', verb = '', ...rest] = process.argv.slice(2);
const units = rest.filter((word) => !word.startsWith('--'));

/** Units of Debian's packages, which the tests start by themselves. */
const foreign = /^(caddy|nginx)$|\.timer$/;

for (const unit of units.filter((name) => !foreign.test(name))) {
  if (verb === 'stop' || verb === 'restart') await stop(unit);
  if (['start', 'restart', 'enable'].includes(verb)) await start(unit);
}

/** The lines of a unit's [Service] section, its instance filled in. */
function read(unit: string): Map<string, string> {
  const [name = '', instance = ''] = unit.replace(/\.service$/, '').split('@');
  const file = `${name}${unit.includes('@') ? '@' : ''}.service`;
  const lines = readFileSync(join(unitDir, file), 'utf8').matchAll(/^(\w+)=(.*)$/gm);
  return new Map([...lines].map(([, key = '', value = '']) => [key, value.replaceAll('%i', instance)]));
}

async function start(unit: string): Promise<void> {
  const service = read(unit);
  const main = run(service, 'ExecStart', unit);
  if (service.get('Type') === 'oneshot') await finished(main, unit);
  else {
    writeFileSync(join(stateDir, `${unit}.pid`), String(main.pid));
    main.unref();
  }
  if (service.has('ExecStartPost')) await finished(run(service, 'ExecStartPost', unit), unit);
}

function run(service: Map<string, string>, key: string, unit: string): ChildProcess {
  const words = (service.get(key) ?? '').replaceAll('$$', '$').replaceAll('%%', '%');
  const [command = '', ...args] = [...words.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
  const pairs = (service.get('Environment') ?? '').split(' ').map((pair) => pair.split('='));
  const log = openSync(join(stateDir, `${unit}.log`), 'a');
  return spawn(command, args, {
    cwd: service.get('WorkingDirectory'),
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...Object.fromEntries(pairs) },
    detached: true,
    stdio: ['ignore', log, log],
  });
}

function finished(child: ChildProcess, unit: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${unit} left with ${code}`))));
  });
}

async function stop(unit: string): Promise<void> {
  const file = join(stateDir, `${unit}.pid`);
  const pid = Number(readFileSync(file, 'utf8'));
  if (isRunning(pid)) process.kill(pid, 'SIGTERM');
  while (isRunning(pid)) await delay(50);
  rmSync(file);
}

/** An orphan that has ended stays as a zombie where nobody takes its exit code. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
