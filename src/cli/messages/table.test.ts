import { expect, it } from 'vitest';
import { aMessageRow } from '../../../tests/support/message-row.ts';
import type { Output } from '../output.server.ts';
import { writeMessageTable } from './table.server.ts';

it.each([
  [40, ['Identifiant', 'État', '!', 'Nom']],
  [60, ['Identifiant', 'Reçu le', 'État', '!', 'Nom']],
  [90, ['Identifiant', 'Reçu le', 'État', '!', 'Nom', 'Sujet', 'Note']],
])('keeps what tells messages apart on a terminal of %i columns', async (width, titles) => {
  const written: string[] = [];
  const output = { width, paint: (_style: string, text: string) => text };
  const result = async (...lines: string[]) => void written.push(...lines);
  await writeMessageTable({ ...output, result } as unknown as Output, [{ ...aMessageRow(), note: '' }]);
  expect(written[0]?.split(/ {2,}/)).toEqual(titles);
});
