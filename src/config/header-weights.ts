/**
 * What a header such as `Accept` lists, in lower case, each with its weight (RFC 9110, section 12.4.2): 1 where none is given,
 * and 0, which means not accepted, where it is no number.
 */
export function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [value = '', ...parameters] = item.split(';');
    weights.set(value.trim(), weightAmong(parameters));
  }
  return weights;
}

function weightAmong(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const text = parameter.trim();
    if (text.startsWith('q=')) return Number(text.slice(2)) || 0;
  }
  return 1;
}
