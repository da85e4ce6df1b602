import type { EventLog } from '@matgyo/event-store/event-log';
import { sql } from 'kysely';
import { eachInTurn } from '../../platform/background.ts';
import type { Database } from '../../platform/database/tables.ts';

const mostAtOnce = 200;
/** More than a stream of a trade or an approval has. */
const mostEvents = 10_000;

/**
 * Removes words that no event names: where the log is not in this database they are written before it, and the process may
 * die between the two. Answers how many were removed. Their images are removed with the unclaimed ones.
 */
export async function sweepStatements(db: Database, log: Pick<EventLog, 'readStream'>): Promise<number> {
  const rows = await db
    .selectFrom('app.case_statements')
    .select(['hash', 'stream'])
    .where('stream', 'is not', null)
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .orderBy('created_at')
    .limit(mostAtOnce)
    .execute();
  let removed = 0;
  await eachInTurn(rows, async ({ hash, stream }) => {
    const events = await log.readStream(stream ?? '', { direction: 'backwards', limit: mostEvents });
    if (events.some(({ data }) => JSON.stringify(data).includes(hash))) {
      await db.updateTable('app.case_statements').set({ stream: null }).where('hash', '=', hash).execute();
      return;
    }
    await db
      .updateTable('app.images')
      .set({ statement_hash: null })
      .where('statement_hash', '=', hash)
      .execute();
    await db.deleteFrom('app.case_statements').where('hash', '=', hash).execute();
    removed += 1;
  });
  return removed;
}
