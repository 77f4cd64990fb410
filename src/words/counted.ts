/** Writes `1 message` or `2 messages`; in French, zero and one are singular. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count < 2 ? one : many}`;
}
