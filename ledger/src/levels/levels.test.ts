import type { Level } from '@matgyo/contracts/levels';
import type { Krw, Rate } from '@matgyo/contracts/money';
import { describe, expect, test } from 'vitest';
import { given } from '../given-when-then.fixture.ts';
import { fitsLimit, leftOf, levelOf, levelsDecider, limitOf, setLevels, windowMinutesOf } from './levels.ts';

const krw = (text: string) => text as Krw;
const levels: readonly Level[] = [
  { trades: 0, openKrw: krw('1000000') },
  { trades: 5, casesLostMost: 1, openKrw: krw('5000000') },
  { trades: 20, openKrw: null },
];

test.each([
  ['a new member has level 1', 0, 0, 1],
  ['one trade too few does not reach a level', 4, 0, 1],
  ['enough trades reach it', 5, 0, 2],
  ['with the maximum of lost cases', 5, 1, 2],
  ['one more lost case loses it', 5, 2, 1],
  ['a level without a limit of cases is reached above one that has it', 20, 2, 3],
  ['more than enough reaches the highest', 1_000, 0, 3],
])('%s', (_, trades, casesLost, level) => {
  expect(levelOf(levels, { trades, casesLost })).toBe(level);
});

test('the window is the level’s, and an hour if no table states one', () => {
  const windows = levels.map((level, index) => ({ ...level, windowMinutes: 30 * (index + 1) }));
  const after = [0, 5, 20].map((trades) => ({ trades, casesLost: 0 }));
  expect(after.map((counts) => windowMinutesOf(windows, counts))).toEqual([30, 60, 90]);
  expect(after.map((counts) => windowMinutesOf(levels, counts))).toEqual([60, 60, 60]);
  expect(windowMinutesOf(undefined, { trades: 0, casesLost: 0 })).toBe(60);
});

describe('the limit', () => {
  test('applies to open and new orders together, and the exact limit is allowed', () => {
    expect(fitsLimit(krw('1000000'), krw('400000'), krw('600000'))).toBe(true);
    expect(fitsLimit(krw('1000000'), krw('400000'), krw('600000.0001'))).toBe(false);
  });

  test('leaves zero, not less, when more is open than it allows now', () => {
    expect(leftOf(krw('1000000'), krw('400000'))).toBe('600000');
    expect(leftOf(krw('1000000'), krw('1400000'))).toBe('0');
  });

  test('does not exist for a level without one', () => {
    expect([1, 2, 3].map((level) => limitOf(levels, level))).toEqual(['1000000', '5000000', null]);
    expect(leftOf(null, krw('400000'))).toBeNull();
    expect(fitsLimit(null, krw('1000000000000'), krw('1000000000000'))).toBe(true);
  });
});

describe('the table of levels', () => {
  const limits = { fourEyesKrw: krw('10000000'), fourEyesPercent: '5', matchTolerance: '0.005' as Rate };
  const data = { levels: levels.map((level) => ({ ...level })) };
  const set = { type: 'LevelsSet', data: { ...data, limits } } as const;

  test('is recorded completely when there is none, and when it changes', () => {
    given(levelsDecider)()
      .when((state) => setLevels(state, levels, limits))
      .thenAppends(set);
    for (const change of [{ trades: 99 }, { casesLostMost: 99 }, { openKrw: krw('2000000') }])
      given(levelsDecider)(set)
        .when((state) => setLevels(state, levels.with(1, { ...(levels[1] as Level), ...change }), limits))
        .thenTypes('LevelsSet');
    given(levelsDecider)(set)
      .when((state) => setLevels(state, [...levels, levels[0] as Level], limits))
      .thenTypes('LevelsSet');
    given(levelsDecider)(set)
      .when((state) =>
        setLevels(
          state,
          levels.map((level) => ({ ...level, windowMinutes: 60 })),
          limits,
        ),
      )
      .thenTypes('LevelsSet');
    given(levelsDecider)(set)
      .when((state) => setLevels(state, levels.slice(0, 2), limits))
      .thenTypes('LevelsSet');
  });

  test('is recorded with the limits of one admin when one of these changes, or none was recorded', () => {
    for (const changed of [
      { fourEyesKrw: krw('1') },
      { fourEyesPercent: '6' },
      { matchTolerance: '0' as Rate },
    ])
      given(levelsDecider)(set)
        .when((state) => setLevels(state, levels, { ...limits, ...changed }))
        .thenAppends({ type: 'LevelsSet', data: { ...data, limits: { ...limits, ...changed } } });
    const older = { type: 'LevelsSet', data } as const;
    given(levelsDecider)(older)
      .when((state) => setLevels(state, levels, limits))
      .thenAppends(set);
    // An earlier version running at the same time leaves them in force.
    given(levelsDecider)(set, older)
      .when((state) => setLevels(state, levels, limits))
      .thenAppends();
  });

  test('is not recorded again unchanged', () => {
    given(levelsDecider)(set)
      .when((state) => setLevels(state, levels, limits))
      .thenAppends();
  });
});
