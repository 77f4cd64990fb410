import { hash } from 'node:crypto';

const MODULUS = 1n << 256n;

/** A digest of a set of rows that does not depend on their order: the engines sort texts differently. */
export class RowsDigest {
  #sum = 0n;
  #count = 0;

  add(row: Readonly<Record<string, unknown>>): void {
    const columns = Object.keys(row).sort();
    const text = JSON.stringify(columns.map((column) => [column, row[column]]));
    this.#sum = (this.#sum + BigInt(`0x${hash('sha256', text, 'hex')}`)) % MODULUS;
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  /** Equal for equal sets of rows. */
  toString(): string {
    return `${this.#count}:${this.#sum.toString(16)}`;
  }
}
