import { checkpointTable, liveSchema } from '../checkpoint.ts';
import type { ReadModelName } from '../tables.ts';

/**
 * Makes a halted projection retry the event that halted it: it checks every five seconds whether its build was
 * replaced. Its reports stay unavailable until the event was applied. False when it has not halted.
 */
export async function retryHalted(client: Querying, name: ReadModelName): Promise<boolean> {
  const { rows } = await client.query({
    text: `update ${checkpointTable(liveSchema(name))} set build = gen_random_uuid() where halted_at is not null returning 1`,
  });
  return rows.length === 1;
}

/** A pool, or a transaction, so that what is recorded of the retry is committed with it. */
interface Querying {
  query(query: { readonly text: string }): Promise<{ readonly rows: readonly unknown[] }>;
}
