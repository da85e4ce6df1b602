import { describe, expect, it } from 'vitest';
import {
  dateInKorea,
  dateTimeInKorea,
  dayInKorea,
  deadlineInKorea,
  secondsInKorea,
  timeAgo,
  timeOrDateInKorea,
} from './date-time.ts';

describe('formatted times', () => {
  it('are in Korean time in any time zone', () => {
    expect(dateTimeInKorea('2026-11-20T00:14:02.000Z')).toBe('2026-11-20 09:14');
    expect(secondsInKorea('2026-11-20T00:14:02.000Z')).toBe('09:14:02');
  });

  it('have the Korean date from 15:00 UTC on', () => {
    expect(dateInKorea('2026-11-20T14:59:59.000Z')).toBe('2026-11-20');
    expect(dateInKorea('2026-11-20T15:00:00.000Z')).toBe('2026-11-21');
  });

  it('have midnight as 00:00, never as 24:00', () => {
    expect(dateTimeInKorea('2026-11-20T15:00:00.000Z')).toBe('2026-11-21 00:00');
  });

  it('have their date unless that is today in Korea', () => {
    const now = Date.parse('2026-11-20T15:30:00.000Z');
    expect(timeOrDateInKorea('2026-11-20T15:00:00.000Z', now)).toBe('00:00');
    expect(timeOrDateInKorea('2026-11-20T14:59:00.000Z', now)).toBe('2026-11-20 23:59');
  });

  it('have no date as deadlines of the next 24 hours', () => {
    const now = Date.parse('2026-11-20T14:23:00.000Z');
    expect(deadlineInKorea('2026-11-20T15:23:00.000Z', now)).toBe('00:23');
    expect(deadlineInKorea('2026-11-21T14:22:59.000Z', now)).toBe('23:22');
    expect(deadlineInKorea('2026-11-21T14:23:00.000Z', now)).toBe('2026-11-21 23:23');
  });

  it('have the date in the user’s language', () => {
    expect(dayInKorea('2026-11-15T00:00:00.000Z', 'ko')).toBe('11월 15일');
    expect(dayInKorea('2026-11-15T00:00:00.000Z', 'en')).toBe('Nov 15');
  });
});

describe('elapsed time', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z');
  it.each([
    ['2026-11-20T11:57:00.000Z', '3분 전', '3 min ago'],
    ['2026-11-20T10:30:00.000Z', '1시간 전', '1 h ago'],
    ['2026-11-17T12:00:00.000Z', '3일 전', '3 d ago'],
  ])('%s is %s, %s', (at, ko, en) => {
    expect(timeAgo(at, now, 'ko')).toBe(ko);
    expect(timeAgo(at, now, 'en')).toBe(en);
  });

  it('is undefined within a minute, and if the clocks disagree', () => {
    expect(timeAgo('2026-11-20T11:59:30.000Z', now, 'ko')).toBeUndefined();
    expect(timeAgo('2026-11-20T12:00:30.000Z', now, 'ko')).toBeUndefined();
  });
});
