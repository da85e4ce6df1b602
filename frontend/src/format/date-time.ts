import type { Language } from '../i18n/language.ts';

/** Every time on screen is Korean time (UTC+9), whatever the device's zone. */
const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Seoul',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

function fields(at: string): Record<Intl.DateTimeFormatPartTypes, string> {
  return Object.fromEntries(
    parts.formatToParts(new Date(at)).map(({ type, value }) => [type, value]),
  ) as Record<Intl.DateTimeFormatPartTypes, string>;
}

/** `2026-11-20` */
export function dateInKorea(at: string): string {
  const { year, month, day } = fields(at);
  return `${year}-${month}-${day}`;
}

/** `09:14` */
export function timeInKorea(at: string): string {
  const { hour, minute } = fields(at);
  return `${hour}:${minute}`;
}

/** `09:14:02` */
export function secondsInKorea(at: string): string {
  const { hour, minute, second } = fields(at);
  return `${hour}:${minute}:${second}`;
}

/** `2026-11-20 09:14` */
export const dateTimeInKorea = (at: string): string => `${dateInKorea(at)} ${timeInKorea(at)}`;

const calendarDay = {
  ko: new Intl.DateTimeFormat('ko-KR', { timeZone: 'Asia/Seoul', month: 'long', day: 'numeric' }),
  en: new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Seoul', month: 'short', day: 'numeric' }),
} as const satisfies Record<Language, Intl.DateTimeFormat>;

/** `11월 15일`, `Nov 15` */
export const dayInKorea = (at: string, language: Language): string =>
  calendarDay[language].format(new Date(at));

const wholeDay = {
  ko: new Intl.DateTimeFormat('ko-KR', { timeZone: 'Asia/Seoul', dateStyle: 'full' }),
  en: new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Seoul', dateStyle: 'full' }),
} as const satisfies Record<Language, Intl.DateTimeFormat>;

/** `2026년 11월 20일 금요일`, `Friday, November 20, 2026` */
export const weekdayInKorea = (at: string, language: Language): string =>
  wholeDay[language].format(new Date(at));

const relative = {
  ko: new Intl.RelativeTimeFormat('ko-KR', { numeric: 'always' }),
  en: new Intl.RelativeTimeFormat('en-US', { numeric: 'always', style: 'short' }),
} as const satisfies Record<Language, Intl.RelativeTimeFormat>;

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/**
 * `3분 전`; undefined within the last minute or for a time ahead of this device's clock: each language has its own words
 * for that.
 */
export function timeAgo(at: string, nowMs: number, language: Language): string | undefined {
  const seconds = Math.floor((nowMs - Date.parse(at)) / 1000);
  const step = steps.find(([, length]) => seconds >= length);
  return step === undefined ? undefined : relative[language].format(-Math.floor(seconds / step[1]), step[0]);
}
