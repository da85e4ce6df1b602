import { expect, it } from 'vitest';
import { asOfParts, faultOfAsOf, faultsOfPoints, readAsOf, readAsOfPoints } from './as-of-text.ts';

const event = '0f9a1c52-8a55-7c0e-9a6b-1c2d3e4f5a6b';

it.each([
  ['2026-11-20 15:00', '2026-11-20T06:00:00.000Z'],
  [' 2026-11-20T15:00:30 ', '2026-11-20T06:00:30.000Z'],
  ['2026-11-20', '2026-11-20T14:59:59.999Z'],
  ['2026-11-20T06:00:00Z', '2026-11-20T06:00:00.000Z'],
  ['2026-11-20T15:00:00.5+09:00', '2026-11-20T06:00:00.500Z'],
  [event, event],
  [`${event}@2026-11-20T06:00:00.000Z`, `${event}@2026-11-20T06:00:00.000Z`],
])('%s is the point in time %s', (text, asOf) => {
  expect(readAsOf(text)).toBe(asOf);
});

it('a date alone begins a range with its first millisecond', () => {
  expect(readAsOf('2026-11-20', 'before')).toBe('2026-11-19T14:59:59.999Z');
  expect(readAsOf('2026-11-20 15:00', 'before')).toBe('2026-11-20T06:00:00.000Z');
});

it('a period to a day that has not ended reaches to now', () => {
  const reading = (after: string) => (name: string) => (name === 'before' ? '2026-11-20' : after);
  expect(readAsOfPoints(reading('2999-12-31'))).toEqual({ before: readAsOf('2026-11-20') });
  const past = { before: readAsOf('2026-11-20'), after: readAsOf('2026-11-21') };
  expect(readAsOfPoints(reading('2026-11-21'))).toEqual(past);
  expect(readAsOfPoints(reading('soon'))).toBeUndefined();
});

it.each([
  '',
  'yesterday',
  '2026-11-31',
  '2026-11-31 10:00',
  '2026-11-31T10:00:00Z',
  '2026-13-40 10:00',
  '2026-11-20 25:00',
  '2026-13-40T10:00:00Z',
  'abc-def',
  '15:00',
])('%j is not a point in time', (text) => {
  expect(readAsOf(text)).toBeUndefined();
});

it.each([
  ['2026-11-20 15:00', undefined],
  [event, undefined],
  ['yesterday', 'unread'],
  ['2026-11-20 25:00', 'unread'],
  ['2026-11-31', 'noSuchDay'],
  ['2026-11-31 10:00', 'noSuchDay'],
  ['2999-01-01', 'ahead'],
])('the fault of %j as a point in time is %s', (text, fault) => {
  expect(faultOfAsOf(text)).toBe(fault);
});

it('the later of two points is not before the earlier one', () => {
  expect(faultsOfPoints({ before: '2026-11-20', after: '2026-11-10' }, 'before').after).toBe('order');
  expect(faultsOfPoints({ before: '2026-11-20', after: '2026-11-20' }, 'before').after).toBeUndefined();
  expect(faultsOfPoints({ before: event, after: '2026-11-10' }).after).toBeUndefined();
  expect(faultsOfPoints({ before: '2999-01-01', after: '' })).toEqual({ before: 'ahead', after: undefined });
});

it('splits a point in time into its event and the requested time', () => {
  expect(asOfParts(`${event}@2026-11-20T06:00:00.000Z`)).toEqual({
    eventId: event,
    at: '2026-11-20T06:00:00.000Z',
  });
  expect(asOfParts(event)).toEqual({ eventId: event, at: undefined });
});
