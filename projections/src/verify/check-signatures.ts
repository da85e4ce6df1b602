import type pg from 'pg';
import { hasTables } from '../stored-rows.ts';
import type { Finding } from './finding.ts';

const namedMax = 50;

/**
 * Compares the index of transactions with the marks that name them, in one statement, so as of one point in time. Only
 * if the log is in this database: both are written together there.
 */
export async function verifySignatures(pool: Pick<pg.Pool, 'query'>): Promise<readonly Finding[]> {
  if (!(await hasTables(pool, 'app.transaction_signatures', 'event_log.events'))) return [];
  const { rows } = await pool.query<{ trade_id: string }>(differing, [namedMax]);
  return rows.map(({ trade_id }) => ({
    check: 'rows',
    what: `the transaction of trade ${trade_id} is not in the index as the trade's stream says`,
  }));
}

/** A mark is valid unless the next event about this step undoes it. */
const differing = `
  with steps as (
    select substr(stream, length('trade-') + 1) as trade_id, type, data ->> 'signature' as signature,
      metadata ->> 'commandId' as command_id, lead(type) over (partition by stream order by revision) as next
    from event_log.events
    where type = 'TetherSent' or (type = 'StepTakenBack' and data ->> 'step' = 'tether-sent')),
  named as (
    select * from steps where type = 'TetherSent' and signature is not null and next is distinct from 'StepTakenBack')
  select coalesce(named.trade_id, held.trade_id) as trade_id
  from named full join app.transaction_signatures held on held.signature = named.signature
  where named.signature is null or held.signature is null
    or (held.trade_id, held.command_id::text) is distinct from (named.trade_id, named.command_id)
  order by 1 limit $1`;
