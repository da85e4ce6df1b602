import { describe, expect, test } from 'vitest';
import { fees } from '../read-models/fees/fees.ts';
import { parseReplayCommand, WrongUsage } from './replay-command.ts';

describe('npm run replay', () => {
  test('rebuilds one read model', () => {
    expect(parseReplayCommand(['fees'])).toEqual({
      kind: 'rebuild',
      model: fees,
      fresh: false,
      swapAnyway: false,
    });
    expect(parseReplayCommand(['--fresh', 'fees', '--swap-anyway'])).toMatchObject({
      fresh: true,
      swapAnyway: true,
    });
  });

  test('only compares when asked to verify', () => {
    expect(parseReplayCommand(['fees', '--verify'])).toEqual({ kind: 'compare', model: fees });
  });

  test('prints a report as of a moment', () => {
    expect(parseReplayCommand(['journal', '--as-of', '2026-01-31T15:00:00Z'])).toEqual({
      kind: 'as of',
      report: 'journal',
      asOf: '2026-01-31T15:00:00Z',
    });
  });

  test.each([
    [[], 'name one read model'],
    [['fees', 'journal'], 'name one read model'],
    [['sales'], 'there is no read model called sales'],
    [['__proto__'], 'there is no read model called __proto__'],
    [['orders', '--as-of', '2026-01-31T15:00:00Z'], '--as-of goes with fees or journal'],
    [['fees', '--as-of', '2026-01-31T15:00:00Z', '--verify'], 'no other option'],
    [['fees', '--quickly'], 'quickly'],
  ])('refuses %j in words', (args, words) => {
    expect(() => parseReplayCommand(args)).toThrow(WrongUsage);
    expect(() => parseReplayCommand(args)).toThrow(words);
  });
});
