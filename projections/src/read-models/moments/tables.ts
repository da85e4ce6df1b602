import { columnKinds, type TableShape, type Timestamp } from '../../table-shape.ts';

/**
 * `read_moments.minutes`: for each minute of the writers' clocks, the last event in the order of the log that
 * was written in it. It answers "which was the last event by half past nine" without walking the log.
 */
export interface MinutesTable {
  minute: Timestamp;
  /** Events written in this minute. */
  events: number;
  position: string;
  event_id: string;
}

/**
 * `read_moments.events`: where each event lies. Not every log finds an event by its id without reading all the others.
 */
export interface EventsTable {
  event_id: string;
  position: string;
}

const { text, uuid, integer, timestamp } = columnKinds;

export const minutesTable: TableShape<MinutesTable> = {
  name: 'minutes',
  columns: { minute: timestamp, events: integer, position: text, event_id: uuid },
  key: ['minute'],
  indexes: ['(position)'],
};

export const eventsTable: TableShape<EventsTable> = {
  name: 'events',
  columns: { event_id: uuid, position: text },
  key: ['event_id'],
  indexes: [],
};
