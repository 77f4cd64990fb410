/** A shipped value that has to be replaced before the site is published. */
export interface ExampleValue {
  readonly example: string;
}

/** Marks a value as a shipped example; replacing `example('…')` by `'…'` declares it real. */
export function example(value: string): ExampleValue {
  return { example: value };
}

/** Gives the plain values, examples included. */
export function valuesOf<Field extends string>(
  settings: Readonly<Record<Field, string | ExampleValue>>,
): Record<Field, string> {
  const entries = Object.entries<string | ExampleValue>(settings);
  return Object.fromEntries(
    entries.map(([field, value]) => [field, typeof value === 'string' ? value : value.example]),
  ) as Record<Field, string>;
}

/** Lists the fields that still hold a shipped example. */
export function examplesIn<Field extends string>(
  settings: Readonly<Record<Field, string | ExampleValue>>,
): Field[] {
  return (Object.keys(settings) as Field[]).filter((field) => typeof settings[field] !== 'string');
}
