import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runToEnd } from '../../tests/support/launched.ts';
import { ROOT, read } from '../../tests/support/root.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { expectTranscript } from '../../tests/support/transcript.ts';
import { upgraded } from './upgrade.ts';

const text = (name: string) => read(`tests/studios/first/${name}`);

describe('STUDIO-3: an upgrade', () => {
  it('adds an optional field that is missing, empty, with its French name, and keeps all else', () => {
    const former = text('studio.yaml').replace(/ {2}terms: .*\n/, '');
    expect(former).not.toBe(text('studio.yaml'));
    const now = upgraded('studio.yaml', former);
    expect(now).toContain(
      '\n  # conditions générales : une adresse qui commence par https://, comme https://www.studio-durand.fr/projets\n  terms: ""\n',
    );
    for (const line of former.split('\n')) expect(now).toContain(line);
    expect(upgraded('studio.yaml', now)).toBe(now);
  });

  it('adds a group with its fields, and a field of offers once', () => {
    const contact = upgraded('contact.yaml', text('contact.yaml').replace(/booking:\n( {2}.*\n)*/, ''));
    expect(contact).toMatch(/\n# rendez-vous\nbooking: \{ link: "", provider: "", .*\}\n$/);
    const offers = upgraded('offers.yaml', text('offers.yaml').replace(/ +note: .*\n/g, ''));
    expect(offers.match(/# précision : un texte de 90 caractères au plus\n {4}note: ""\n/g)).toHaveLength(1);
    expect(offers, 'long lines stay whole').toMatch(/^ {2}content: ".{100,}"$/m);
    expect(parse(offers).offers[0].note).toBe('');
  });

  it('leaves alone what it cannot read', () => {
    expect(upgraded('home.yaml', 'title: "Le\n')).toBe('title: "Le\n');
    expect(upgraded('home.yaml', '')).toBe('');
  });

  it('renames a field, also of each offer and in what waits for a promise', () => {
    const table = [
      { path: 'offers/offers/*/delay', to: 'time' },
      { path: 'studio/place', to: 'seat' },
    ];
    const offers = upgraded('offers.yaml', text('offers.yaml'), table);
    const expected = parse(text('offers.yaml')).offers.map(({ delay }: { delay: string }) => delay);
    expect(parse(offers).offers.map(({ time }: { time: string }) => time)).toEqual(expected);
    expect(offers).toContain('# Ce que le prix achète');
    const list =
      '"offers/offers/site-vitrine/delay": "3 à 5 semaines"\n"studio/place/city": "Lyon"\n"studio/name": "X"\n';
    expect(Object.keys(parse(upgraded('a-confirmer.yaml', list, table)))).toEqual([
      'offers/offers/site-vitrine/time',
      'studio/seat/city',
      'studio/name',
    ]);
  });
});

it('STUDIO-3: the command does what the approved transcript says', () =>
  expectTranscript(join(import.meta.dirname, 'upgrade.txt'), async () => {
    const folder = await temporaryFolder();
    cpSync(join(ROOT, 'example'), join(folder, 'studio'), { recursive: true });
    const env = { ...process.env, ROOT, STUDIO_DIR: join(folder, 'studio') };
    const program = (file: string) => `'${process.execPath}' "$ROOT"/scripts/${file}.ts "$@"`;
    const functions = `upgrade() { ${program('upgrade-studio')}; }; check() { ${program('studio/check')}; }`;
    return (line) => runToEnd('sh', ['-c', `${functions}\n${line}`], { cwd: folder, env });
  }));
