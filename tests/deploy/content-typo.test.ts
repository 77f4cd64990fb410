import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkOutInstalled } from './checkout.ts';

const identity = 'src/content/identity.ts';
const studioName = "studioName: example('Atelier Ligne de Crête'),";

it('a slip in the texts is named with its file and line, without a stack, by whoever reads them', async () => {
  const { dir, remove } = await checkOutInstalled();
  onTestFinished(remove);
  /** Runs each script with this in the place of that, and expects the line that says where. */
  const expectNamed = async (
    file: string,
    right: string,
    typed: string,
    later: number,
    scripts: string[],
  ) => {
    const text = await readFile(join(dir, file), 'utf8');
    expect(text).toContain(right);
    await writeFile(join(dir, file), text.replace(right, typed));
    const line = text.slice(0, text.indexOf(right)).split('\n').length + later;
    for (const script of scripts) {
      const words = script.split(' ');
      const { status, stderr } = spawnSync(process.execPath, words, { cwd: dir, encoding: 'utf8' });
      expect(status, stderr).toBe(1);
      expect(stderr.trim()).toMatch(new RegExp(`^✗ ${file}, ligne ${line} [^\n]*$`));
      expect(stderr).toContain('une apostrophe dans un texte s’écrit ’');
    }
    await writeFile(join(dir, file), text);
  };
  const check = 'scripts/check-content.mjs';
  const all = [check, 'scripts/build-site.mjs', 'scripts/vitrine.mjs doctor'];
  await expectNamed(identity, studioName, "studioName: 'L'Atelier Durand',", 0, all);
  await expectNamed(identity, studioName, "studioName: 'Studio Durand'", 2, [check]);
  await expectNamed(identity, studioName, 'studioName: Durand,', 0, [check]);
  await expectNamed('src/content/home.ts', 'seeServices: ', "seeServices: 'L'offre", 0, [check]);
});
