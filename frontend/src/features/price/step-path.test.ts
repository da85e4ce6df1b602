import type { Price } from '@matgyo/contracts/money';
import { describe, expect, it } from 'vitest';
import { stepPath } from './step-path.ts';

const point = (price: string, setAt: string) => ({ price: price as Price, setAt });
const size = { width: 100, height: 100 };

describe('the drawn price', () => {
  it('stays level until the next price was set, then steps, and runs on to now', () => {
    const newestFirst = [point('1412', '2026-11-20T12:00:00Z'), point('1400', '2026-11-20T00:00:00Z')];
    const { line } = stepPath(newestFirst, '2026-11-21T00:00:00Z', size);
    expect(line).toBe('M0 85H50V15H100');
  });

  it('is a level line through the middle while only one price is known', () => {
    const { line, area } = stepPath([point('1412', '2026-11-20T12:00:00Z')], '2026-11-21T00:00:00Z', size);
    expect(line).toBe('M0 50H100');
    expect(area).toBe('M0 50H100V100H0z');
  });

  it('survives a clock that is behind the server', () => {
    const { line } = stepPath([point('1412', '2026-11-21T12:00:00Z')], '2026-11-20T00:00:00Z', size);
    expect(line).toBe('M0 50H100');
  });

  it('draws nothing from nothing', () => {
    expect(stepPath([], '2026-11-21T00:00:00Z', size).line).toBe('');
  });
});
