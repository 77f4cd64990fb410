import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';

const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

/** The lines of the table: what may be attempted, what stands in the way, the proof. */
const lines = text
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, threat = '', measure = '', proof = '']) => ({ threat, measure, proof }));

describe('docs/security.md', () => {
  it('is one page', () => {
    expect(lines.length).toBeGreaterThan(15);
    expect(text.split('\n').length).toBeLessThan(66);
  });

  it.each(lines)('$threat: has a test', ({ measure, proof }) => {
    expect(measure).not.toBe('');
    const [, file = ''] = /^`([^`]+\.(?:test|spec)\.ts)`$/.exec(proof) ?? [];
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(/\b(test|it)(\.each|\()/);
  });

  it('names every test of the security folder', () => {
    const named = lines.map(({ proof }) => proof.replaceAll('`', ''));
    const own = globSync('tests/security/*.{test,spec}.ts', { cwd: ROOT });
    expect(own.length).toBeGreaterThan(8);
    for (const file of own.filter((one) => !one.endsWith('threat-model.test.ts')))
      expect(named).toContain(file);
  });

  it('names a command that exists', () => {
    for (const [, file = ''] of `${text}${readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')}`.matchAll(
      /node ((?:tests|scripts)\/[\w./-]+)/g,
    ))
      expect(existsSync(join(ROOT, file)), file).toBe(true);
  });
});
