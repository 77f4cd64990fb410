import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverFlags } from '../../scripts/setup/server-flags.mjs';
import { ROOT } from './checkout.ts';
import { debianProgram, UNPACKED } from './debian-program.ts';
import { operatorEnvironment, output } from './launched.ts';

const units = readdirSync(join(ROOT, 'deploy')).filter((name) => /\.(service|timer)$/.test(name));

let analyze: string;

beforeAll(async () => {
  analyze = await debianProgram('systemdAnalyze');
});

/** An unpacked package finds its own library where it was unpacked. */
const env = { ...operatorEnvironment(), LD_LIBRARY_PATH: join(UNPACKED, 'usr/lib/x86_64-linux-gnu/systemd') };

describe('the units for systemd', () => {
  it('are understood to the last line', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'vitrine-units-'));
    mkdirSync(join(dir, 'units'));
    const paths = units.map((name) => {
      const path = join(dir, 'units', name);
      const text = readFileSync(join(ROOT, 'deploy', name), 'utf8').replaceAll('/opt/vitrine/current', ROOT);
      writeFileSync(path, text);
      return path.replace('@.service', '@3001.service');
    });
    expect(paths).toHaveLength(3);
    const said = await output(analyze, ['verify', '--man=no', '--generators=no', ...paths], { env });
    rmSync(dir, { recursive: true });
    expect(said.split('\n').filter((line) => line.includes('vitrine'))).toEqual([]);
  });

  it('start the server as npm start does', () => {
    const unit = readFileSync(join(ROOT, 'deploy/vitrine@.service'), 'utf8');
    expect(unit).toContain(`bin/node ${serverFlags.join(' ')} src/start-server.ts`);
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(scripts.start).toBe(`node ${serverFlags.join(' ')} scripts/start.mjs`);
  });

  it('confine the site as far as docs/operations/deploy.md says', async () => {
    const unit = join(ROOT, 'deploy/vitrine@.service');
    const said = await output(analyze, ['security', '--offline=true', '--no-pager', unit], { env });
    const score = /Overall exposure level for \S+: ([\d.]+)/.exec(said)?.[1];
    expect(Number(score)).toBeLessThanOrEqual(1.5);
    expect(readFileSync(join(ROOT, 'docs/operations/deploy.md'), 'utf8')).toContain(`exposure ${score} `);
  });
});
