import { oneLine } from '../safe-text.ts';
import { displayWidth, wrapToWidth } from '../text-width.ts';

/** A command at the end of what to do; a sentence that goes on after it is only wrapped. */
const LAST_COMMAND = /^(.*?)((?:npm run vitrine --|rm|chmod|systemctl) (?:'[^']*'|[^,;()'])*)(?<![.\s])$/;

/**
 * The lines of what to do about a finding. Its command stays whole, on a line of its own where it needs one: copied from two
 * lines it would run in parts, and a path that was cut would name another file.
 * @param room cells of a line
 */
export function fixLines(fix: string, room: number): string[] {
  const text = `→ ${oneLine(fix)}`;
  const [, words = '', command = ''] = LAST_COMMAND.exec(text) ?? [];
  if (command === '' || displayWidth(text) <= room) return wrapToWidth(text, room);
  return [...wrapToWidth(words.trimEnd(), room), command];
}
