import { describe, expect, it } from 'vitest';
import { daysOf, presetOf, reachable, readPeriod } from './periods.ts';

const today = '2026-03-01';

describe('a period', () => {
  it.each([
    ['all', { from: '', to: '' }],
    ['week', { from: '2026-02-23', to: '2026-03-01' }],
    ['month', { from: '2026-03-01', to: '2026-03-01' }],
    ['lastMonth', { from: '2026-02-01', to: '2026-02-28' }],
  ] as const)('%s has its days', (preset, days) => {
    expect(daysOf(preset, today)).toEqual(days);
    expect(presetOf(days, today)).toBe(preset);
  });

  it('takes December of the year before as the month before January', () => {
    expect(daysOf('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });

  it('is no preset if its dates differ from all of them', () => {
    expect(presetOf({ from: '2026-02-02', to: '2026-02-03' }, today)).toBeUndefined();
  });

  it('is read from an address as two days, each optional', () => {
    expect(readPeriod('2026-02-01', 'soon')).toEqual({ from: '2026-02-01', to: '' });
    expect(readPeriod('2026-02-31', '2026-13-01')).toEqual({ from: '', to: '' });
  });

  it('never ends before it begins: changing one end moves the other', () => {
    expect(reachable({ from: '2026-02-05', to: '2026-02-01' }, 'from')).toEqual({
      from: '2026-02-05',
      to: '2026-02-05',
    });
    expect(reachable({ from: '2026-02-05', to: '2026-02-01' }, 'to')).toEqual({
      from: '2026-02-01',
      to: '2026-02-01',
    });
    expect(reachable({ from: '2026-02-05', to: '' }, 'from')).toEqual({ from: '2026-02-05', to: '' });
  });
});
