import type { Price } from '@matgyo/contracts/money';
import { describe, expect, it } from 'vitest';
import { lastOfEachMinute, stepPath } from './step-path.ts';

const point = (price: string, setAt: string) => ({ price: price as Price, setAt });
const size = { width: 100, height: 100 };

describe('the price chart', () => {
  it('is level until the next price was set, then steps, and goes on to now', () => {
    const newestFirst = [point('1412', '2026-11-20T12:00:00Z'), point('1400', '2026-11-20T00:00:00Z')];
    const { line } = stepPath(newestFirst, '2026-11-21T00:00:00Z', size);
    expect(line).toBe('M0 85H50V15H100');
  });

  it('leaves out a price that was replaced within its minute', () => {
    const [last, mistyped, first] = [
      point('1412', '2026-11-20T12:00:50Z'),
      point('14120', '2026-11-20T12:00:10Z'),
      point('1400', '2026-11-20T11:59:59Z'),
    ];
    expect(lastOfEachMinute([last, mistyped, first])).toEqual([last, first]);
  });

  it('is a level line in the middle for a single price', () => {
    const { line, area } = stepPath([point('1412', '2026-11-20T12:00:00Z')], '2026-11-21T00:00:00Z', size);
    expect(line).toBe('M0 50H100');
    expect(area).toBe('M0 50H100V100H0z');
  });

  it('accepts a clock that is behind the server', () => {
    const { line } = stepPath([point('1412', '2026-11-21T12:00:00Z')], '2026-11-20T00:00:00Z', size);
    expect(line).toBe('M0 50H100');
  });

  it('is empty without prices', () => {
    expect(stepPath([], '2026-11-21T00:00:00Z', size).line).toBe('');
  });
});
