import type { Position } from '@matgyo/event-store/event-log';
import type { LoggedEvent } from '../../logged-event.ts';
import type { ReadModel } from '../../read-model.ts';
import { hasTables, type Querying } from '../../stored-rows.ts';
import { eventsTable, minutesTable } from './tables.ts';

/**
 * The time index of the log: it finds the position of an event by the event's id, and the last event of a minute by a
 * time. Its name is that of the schema `read_moments`.
 */
export const moments: ReadModel = {
  name: 'moments',
  version: 2,
  streams: [''],
  tables: [minutesTable, eventsTable],
  needs: [{ table: minutesTable, keys: (events) => events.map(minuteOf) }],
  fold(logged, rows) {
    const minute = minuteOf(logged);
    const { id, position } = logged.recorded;
    const events = (rows.get(minutesTable, minute)?.events ?? 0) + 1;
    rows.put(minutesTable, { minute, events, position, event_id: id });
    rows.append(eventsTable, { event_id: id, position });
    return [];
  },
};

const minuteOf = ({ recorded }: LoggedEvent): string => startOfMinute(recorded.metadata.at);

/** ISO 8601, like an event's `at`. */
export const startOfMinute = (at: string): string => `${at.slice(0, 16)}:00.000Z`;

/**
 * The number of events in the log, or up to `position`, as counted by the read model `moments`, to the minute; 0 before
 * it exists.
 */
export async function countEvents(client: Querying, position?: Position): Promise<number> {
  if (!(await hasTables(client, 'read_moments.minutes'))) return 0;
  const { rows } = await client.query({
    text: `select coalesce(sum(events), 0)::int as events from read_moments.minutes
      where $1::text is null or position <= $1`,
    values: [position ?? null],
  });
  return rows[0].events;
}
