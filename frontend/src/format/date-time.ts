import { dayMs, inKorea, kstDay, kstMinute } from '@matgyo/contracts/kst';
import type { Language } from '../i18n/language.ts';

/* Every time on screen is Korean time, whatever the device's zone. */

/** `2026-11-20` */
export const dateInKorea = kstDay;

/** `09:14` */
export const timeInKorea = (at: string): string => inKorea(at).slice(11, 16);

/** `09:14:02` */
export const secondsInKorea = (at: string): string => inKorea(at).slice(11, 19);

/** `2026-11-20 09:14` */
export const dateTimeInKorea = kstMinute;

/** The time, with its date unless that is today. */
export const timeOrDateInKorea = (at: string, nowMs: number): string =>
  dateInKorea(at) === dateInKorea(new Date(nowMs).toISOString()) ? timeInKorea(at) : dateTimeInKorea(at);

/** The time of a deadline ahead, with its date only from a day ahead on: shorter text just before midnight. */
export const deadlineInKorea = (at: string, nowMs: number): string =>
  Date.parse(at) - nowMs < dayMs ? timeInKorea(at) : dateTimeInKorea(at);

const formatsOf = (shown: Intl.DateTimeFormatOptions): Record<Language, Intl.DateTimeFormat> => ({
  ko: new Intl.DateTimeFormat('ko-KR', { timeZone: 'Asia/Seoul', ...shown }),
  en: new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Seoul', ...shown }),
});

const calendarDay = formatsOf({ month: 'short', day: 'numeric' });

/** `11월 15일`, `Nov 15` */
export const dayInKorea = (at: string, language: Language): string =>
  calendarDay[language].format(new Date(at));

const wholeDay = formatsOf({ dateStyle: 'full' });

/** `2026년 11월 20일 금요일`, `Friday, November 20, 2026` */
export const weekdayInKorea = (at: string, language: Language): string =>
  wholeDay[language].format(new Date(at));

const steps = [
  [86_400, '일', 'd'],
  [3_600, '시간', 'h'],
  [60, '분', 'min'],
] as const;

/** `3분 전`, `3 min ago`; undefined within the last minute or for a time ahead of this clock: languages differ in words for that. */
export function timeAgo(at: string, nowMs: number, language: Language): string | undefined {
  const seconds = Math.floor((nowMs - Date.parse(at)) / 1000);
  const step = steps.find(([length]) => seconds >= length);
  if (step === undefined) return undefined;
  const [length, ko, en] = step;
  const count = Math.floor(seconds / length);
  return language === 'ko' ? `${count}${ko} 전` : `${count} ${en} ago`;
}
