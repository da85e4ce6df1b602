import { describe, expect, test } from 'vitest';
import { logStart, type Position } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import { type PlaceInLog, placeOfPosition, positionOfPlace } from './position.ts';

const inOrder: readonly PlaceInLog[] = [
  { generation: '1', xid: '9', ordinal: '7' },
  { generation: '1', xid: '9', ordinal: '10' },
  { generation: '1', xid: '10', ordinal: '0' },
  { generation: '1', xid: '18446744073709551615', ordinal: '2147483647' },
  { generation: '2', xid: '3', ordinal: '0' },
  { generation: '10', xid: '3', ordinal: '0' },
];

describe('a position in the Postgres log', () => {
  test('is a string whose order is the order of the log', () => {
    const positions = inOrder.map(positionOfPlace);
    expect(positions.toSorted()).toEqual(positions);
    expect(positions.every((position) => position > logStart)).toBe(true);
  });

  test('says its place without leading zeros, which Postgres would read as octal', () => {
    expect(inOrder.map(positionOfPlace).map(placeOfPosition)).toEqual(inOrder);
  });

  test.each(['x', '1-2-3', ' ', '00000000000000000769-00000000000000000769'])('is not %j', (text) => {
    expect(() => placeOfPosition(text as Position)).toThrow(EventLogCorrupt);
  });
});
