import { columnKinds, type TableShape, type Timestamp } from '../../table-shape.ts';

/**
 * `read_moments.minutes`: for each minute of the writers' clocks, the last event in log order that was written in it.
 * Finds the last event at a given time without reading the log.
 */
export interface MinutesTable {
  minute: Timestamp;
  /** Events written in this minute. */
  events: number;
  position: string;
  event_id: string;
}

/**
 * `read_moments.events`: the position of each event. Not every log can find an event by its id without reading all
 * others.
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
