import type { LoggedEvent } from '../../logged-event.ts';
import type { ReadModel } from '../../read-model.ts';
import { eventsTable, minutesTable } from './tables.ts';

/**
 * Maps a time or an event id to a position in the log: the last event of each minute, and the position of each event.
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
