import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

const SECRET_BYTES = 32;

/**
 * The secret of this name, the same for every process on the store; made by the first one that asks.
 * @param random gives so many random bytes
 */
export async function sharedSecret(
  db: Kysely<Database>,
  name: string,
  random: (size: number) => Buffer,
): Promise<Buffer> {
  await db
    .insertInto('secret')
    .values({ name, value: random(SECRET_BYTES).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Buffer.from(value, 'base64url');
}
