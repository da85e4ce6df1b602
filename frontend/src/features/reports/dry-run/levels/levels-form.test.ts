import { expect, it } from 'vitest';
import { fieldsInAddress, readLevels } from './levels-form.ts';

const line = (trades: string, openKrw: string, casesLostMost = '') => ({ trades, casesLostMost, openKrw });

it('reads a table of levels; an empty limit is none, an empty line does not count', () => {
  expect(
    readLevels({ first: '1,000,000', higher: [line('5', '500만', '1'), line('', ''), line('20', '')] }),
  ).toEqual({
    levels: [
      { trades: 0, openKrw: '1000000' },
      { trades: 5, casesLostMost: 1, openKrw: '5000000' },
      { trades: 20, openKrw: null },
    ],
  });
});

it('names the invalid fields: fewer trades or a lower limit than the level before, anything that is no number', () => {
  const wrongIn = (first: string, ...higher: ReturnType<typeof line>[]) => [
    ...(readLevels({ first, higher }).wrong ?? []),
  ];
  expect(wrongIn('much')).toEqual(['first']);
  expect(wrongIn('1,00')).toEqual(['first']);
  expect(wrongIn('100', line('5', '200'), line('5', '300'))).toEqual(['1.trades']);
  expect(wrongIn('100', line('5', '99'))).toEqual(['0.openKrw']);
  expect(wrongIn('', line('5', '99'))).toEqual(['0.openKrw']);
  expect(wrongIn('100', line('', '200', '-1'))).toEqual(['0.trades', '0.casesLostMost']);
});

it('shows the levels of an address, and nothing for another text', () => {
  const levels = [
    { trades: 0, openKrw: '1000000' },
    { trades: 5, casesLostMost: 0, openKrw: null },
  ];
  const fields = fieldsInAddress(JSON.stringify(levels));
  expect(fields).toEqual({ first: '1,000,000', higher: [line('5', '', '0')] });
  expect(readLevels(fields ?? { first: 'x', higher: [] })).toEqual({ levels });
  expect([fieldsInAddress(''), fieldsInAddress('{}')]).toEqual([undefined, undefined]);
});
