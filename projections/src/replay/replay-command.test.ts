import { describe, expect, test } from 'vitest';
import { WrongUsage } from '../program-fault.ts';
import { fees } from '../read-models/fees/fees.ts';
import { parseReplayCommand } from './replay-command.ts';

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

  test('restores the earlier build', () => {
    expect(parseReplayCommand(['fees', '--roll-back'])).toEqual({ kind: 'roll back', model: fees });
  });

  test('prints a report as of a point in the log', () => {
    expect(parseReplayCommand(['journal', '--as-of', '2026-01-31T15:00:00Z'])).toEqual({
      kind: 'as of',
      report: 'journal',
      asOf: '2026-01-31T15:00:00Z',
      from: '0000-01-01',
      to: '9999-12-31',
    });
    expect(
      parseReplayCommand(['fees', '--as-of', 'x', '--from', '2026-01-01', '--to', '2026-01-31']),
    ).toMatchObject({ report: 'fees', from: '2026-01-01', to: '2026-01-31' });
  });

  test('computes what another fee rule would have charged', () => {
    expect(parseReplayCommand(['fees', '--as-if', 'rule.json'])).toEqual({
      kind: 'as if',
      of: 'fees',
      file: 'rule.json',
    });
    expect(
      parseReplayCommand(['fees', '--as-if', 'rule.json', '--before', 'x', '--after', 'y']),
    ).toMatchObject({ before: 'x', after: 'y' });
  });

  test.each([
    [[], 'name one read model'],
    [['fees', 'journal'], 'name one read model'],
    [['sales'], 'there is no read model called sales'],
    [['__proto__'], 'there is no read model called __proto__'],
    [['orders', '--as-of', '2026-01-31T15:00:00Z'], '--as-of goes with fees, journal, stats'],
    [['fees', '--from', '2026-01-31'], '--from and --to go with fees --as-of'],
    [['stats', '--as-of', 'x', '--to', '2026-01-31'], '--from and --to go with fees'],
    [['fees', '--as-of', 'x', '--to', 'today'], 'a day is written'],
    [['fees', '--as-of', '2026-01-31T15:00:00Z', '--verify'], 'no other option'],
    [['fees', '--verify', '--roll-back'], 'either --verify or --roll-back'],
    [['fees', '--quickly'], 'quickly'],
    [['journal', '--as-if', 'rule.json'], '--as-if goes with fees and levels'],
    [['levels'], 'there is no read model called levels'],
    [['fees', '--as-if', 'rule.json', '--verify'], 'only --before and --after'],
    [['fees', '--as-if', 'rule.json', '--from', '2026-01-01'], 'only --before and --after'],
    [['fees', '--as-if', 'rule.json', '--after', 'x'], '--after goes with --before'],
    [['fees', '--before', '2026-01-01T00:00:00Z'], 'go with --as-if'],
  ])('refuses %j in words', (args, expected) => {
    expect(() => parseReplayCommand(args)).toThrow(WrongUsage);
    expect(() => parseReplayCommand(args)).toThrow(expected);
  });
});
