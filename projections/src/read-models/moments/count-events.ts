import type { Position } from '@matgyo/event-store/event-log';
import type { Querying } from '../../stored-rows.ts';

/**
 * The number of events in the log, or up to `position`, as counted by the read model `moments`, to the minute; 0 before
 * it exists.
 */
export async function countEvents(client: Querying, position?: Position): Promise<number> {
  const there = await client.query({
    text: `select to_regclass('read_moments.minutes') is not null as there`,
  });
  if (!there.rows[0].there) return 0;
  const { rows } = await client.query({
    text: `select coalesce(sum(events), 0)::int as events from read_moments.minutes
      where $1::text is null or position <= $1`,
    values: [position ?? null],
  });
  return rows[0].events;
}
