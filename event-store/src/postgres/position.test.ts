import { describe, expect, test } from 'vitest';
import { logStart, type Position } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import { parsePosition, positionOfNumber } from './position.ts';

const former = '0000000002-00000000000000000769-0000000003';

describe('a position in the Postgres log', () => {
  test('is a string that sorts in log order', () => {
    const positions = [
      positionOfNumber(7, former),
      ...[8, 9, 10, 99, 100, Number.MAX_SAFE_INTEGER].map((number) => positionOfNumber(number)),
    ];
    expect(positions.toSorted()).toEqual(positions);
    expect(positions.every((position) => position > logStart)).toBe(true);
  });

  test('gives its number, or that an earlier version wrote it', () => {
    expect([1, 42, Number.MAX_SAFE_INTEGER].map((number) => parsePosition(positionOfNumber(number)))).toEqual(
      [1, 42, Number.MAX_SAFE_INTEGER],
    );
    expect(parsePosition(logStart)).toBe(0);
    expect(parsePosition(positionOfNumber(7, former))).toEqual({ former });
  });

  test.each(['x', '1-2-3', ' ', '00000000000000000769-00000000000000000769', '19999999999999999999'])(
    'is not %j',
    (text) => {
      expect(() => parsePosition(text as Position)).toThrow(EventLogCorrupt);
    },
  );
});
