import type pg from 'pg';
import { hasTables } from '../stored-rows.ts';

/** An entry of the audit log that a backend noted before it appended: it, or the next one to run, writes it. */
export interface AwaitedEntry {
  readonly commandId: string;
  readonly stream: string;
  readonly actorId: string | null;
}

/** A note is looked at within minutes: one that is put off for longer excuses nothing. */
const awaited = `
  select command_id::text as "commandId", stream, actor ->> 'memberId' as "actorId"
  from app.ledger_acts where recorded_at is null and look_after < now() + interval '2 minutes'`;

/** Call before the audit log is read: an entry that is written meanwhile is found in one of the two. */
export async function awaitedEntries(pool: pg.Pool): Promise<readonly AwaitedEntry[]> {
  return (await hasTables(pool, 'app.ledger_acts')) ? (await pool.query<AwaitedEntry>(awaited)).rows : [];
}
