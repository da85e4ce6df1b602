import { columnKinds, tableShape } from '../../table-shape.ts';

const { text, uuid, integer, timestamp } = columnKinds;

/**
 * `read_moments.minutes`: for each minute of the writers' clocks, the last event in log order that was written in it.
 * Finds the last event at a given time without reading the log.
 */
export const minutesTable = tableShape({
  name: 'minutes',
  columns: {
    minute: timestamp(),
    /** Events written in this minute. */
    events: integer(),
    position: text(),
    event_id: uuid(),
  },
  key: ['minute'],
  indexes: ['(position)'],
});

/**
 * `read_moments.events`: the position of each event. Not every log can find an event by its id without reading all
 * others.
 */
export const eventsTable = tableShape({
  name: 'events',
  columns: { event_id: uuid(), position: text() },
  key: ['event_id'],
});
