import type { LoggedEvent } from '../../logged-event.ts';
import type { ReadModel } from '../../read-model.ts';
import { minutesTable } from './tables.ts';

/** Which event was the last of each minute, so that a time can be turned into a place in the log. */
export const moments: ReadModel = {
  name: 'moments',
  version: 1,
  streams: [''],
  tables: [minutesTable],
  needs: [{ table: minutesTable, keys: (events) => events.map(minuteOf) }],
  fold(logged, rows) {
    const minute = minuteOf(logged);
    const { id, position } = logged.recorded;
    const events = (rows.get(minutesTable, minute)?.events ?? 0) + 1;
    rows.put(minutesTable, { minute, events, position, event_id: id });
    return [];
  },
};

const minuteOf = ({ recorded }: LoggedEvent): string => startOfMinute(recorded.metadata.at);

/** ISO 8601, as the event's `at` is. */
export const startOfMinute = (at: string): string => `${at.slice(0, 16)}:00.000Z`;
