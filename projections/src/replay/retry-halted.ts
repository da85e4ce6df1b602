import { checkpointTable, liveSchema } from '../checkpoint.ts';
import type { Querying } from '../stored-rows.ts';
import type { ReadModelName } from '../tables.ts';

/**
 * Makes a halted projection retry the event that halted it: it checks every five seconds whether its build was
 * replaced. Its reports stay unavailable until the event was applied. False when it has not halted.
 */
export async function retryHalted(client: Querying, name: ReadModelName): Promise<boolean> {
  const { rowCount } = await client.query({
    text: `update ${checkpointTable(liveSchema(name))} set build = gen_random_uuid() where halted_at is not null`,
  });
  return rowCount === 1;
}
