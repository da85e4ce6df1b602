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

const { text, uuid, integer, timestamp } = columnKinds;

export const minutesTable: TableShape<MinutesTable> = {
  name: 'minutes',
  columns: { minute: timestamp, events: integer, position: text, event_id: uuid },
  key: ['minute'],
  indexes: ['(position)'],
};
