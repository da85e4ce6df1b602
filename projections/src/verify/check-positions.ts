import type pg from 'pg';
import type { Finding } from './finding.ts';

/**
 * In the Postgres log positions have no gaps, so nothing can be inserted before existing events. Finds gaps, which a
 * role that may insert can leave behind the last event to fill them later (docs/decisions/proof.md).
 */
export async function verifyPositions(pool: pg.Pool): Promise<readonly Finding[]> {
  const { rows } = await pool.query<{ last: string; events: string }>(
    'select coalesce(max(position), 0) as last, count(*) as events from event_log.events',
  );
  const missing = BigInt(rows[0]?.last ?? 0) - BigInt(rows[0]?.events ?? 0);
  if (missing === 0n) return [];
  const { rows: first } = await pool.query<{ after: string }>(
    `select coalesce(min(e.position), 0) as after
     from (select 0::bigint as position union all select position from event_log.events) e
     where e.position < $1 and not exists (select from event_log.events next where next.position = e.position + 1)`,
    [rows[0]?.last],
  );
  return [
    {
      check: 'chain',
      what: `${missing} positions of the log have no event, the first of them after ${first[0]?.after}`,
    },
  ];
}
