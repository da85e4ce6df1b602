import type { Position } from '@matgyo/event-store/event-log';
import { liveSchema, readCheckpoint } from '../checkpoint.ts';
import { logPages } from '../log-pages.ts';
import { moments } from '../read-models/moments/moments.ts';
import type { AsOfSources } from './as-of-point.ts';

const pageSize = 1_000;

/**
 * An event's position, or undefined if the log does not hold it. Uses the read model; reads from the log only what that
 * has not folded yet, or all when this version has not built it.
 */
export async function positionOfEvent(
  { pool, log }: AsOfSources,
  eventId: string,
): Promise<Position | undefined> {
  const seen = await readCheckpoint(pool, liveSchema(moments.name));
  if (seen?.version !== moments.version) return log.positionOf(eventId);
  const { rows } = await pool.query<{ position: Position }>(
    'select position from read_moments.events where event_id = $1',
    [eventId],
  );
  const [known] = rows;
  if (known !== undefined) return known.position;
  for await (const page of logPages(log, { after: seen.position, size: pageSize })) {
    const event = page.find(({ id }) => id === eventId);
    if (event !== undefined) return event.position;
  }
  return undefined;
}
