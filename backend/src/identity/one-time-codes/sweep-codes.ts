import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';

/** Deletes expired codes and verified phones. Codes count towards limits for a day. */
export async function sweepCodes(db: Database): Promise<void> {
  await db
    .deleteFrom('app.one_time_codes')
    .where('created_at', '<', sql<Date>`now() - interval '25 hours'`)
    .execute();
  await db
    .deleteFrom('app.verified_phones')
    .where('verified_at', '<', sql<Date>`now() - interval '2 hours'`)
    .execute();
}
