import type { EventLog } from '@matgyo/event-store/event-log';
import { sql } from 'kysely';
import { forEachSequentially } from '../../platform/background.ts';
import type { Database } from '../../platform/database/tables.ts';

const sweptAtOnce = 200;
/** More events than a trade's or approval's stream has. */
const eventsMax = 10_000;

/**
 * Deletes texts whose hash is in no event: if the log is in another store, they are written first, and the process
 * may crash in between. Their images are then swept as unclaimed. Checks up to `limit`; whether there may be more.
 */
export async function sweepStatements(
  db: Database,
  log: Pick<EventLog, 'readStream'>,
  limit = sweptAtOnce,
): Promise<boolean> {
  const rows = await db
    .selectFrom('app.case_statements')
    .select(['hash', 'stream'])
    .where('stream', 'is not', null)
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  await forEachSequentially(rows, async ({ hash, stream }) => {
    const events = await log.readStream(stream ?? '', { direction: 'backwards', limit: eventsMax });
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
  });
  return rows.length === limit;
}
