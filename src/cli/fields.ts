import stringWidth from 'string-width';
import type { Output } from './output.server.ts';
import { oneLine } from './safe-text.ts';
import { padToWidth, wrapToWidth } from './text-width.ts';

const GAP = '  ';

/** Writes labels and values, one under the other, values aligned and wrapped beside their label. */
export async function writeFields(
  output: Output,
  fields: readonly (readonly [label: string, value: string])[],
): Promise<void> {
  const labelWidth = Math.max(...fields.map(([label]) => stringWidth(label)));
  const room = Math.max(20, output.width - labelWidth - GAP.length);
  const lines = fields.flatMap(([label, value]) => {
    const [first = '', ...rest] = wrapToWidth(oneLine(value), room);
    const indent = ' '.repeat(labelWidth) + GAP;
    return [
      output.paint('dim', padToWidth(label, labelWidth)) + GAP + first,
      ...rest.map((line) => indent + line),
    ];
  });
  await output.result(...lines);
}
