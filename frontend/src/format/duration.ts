import type { TFunction } from 'i18next';

/** Elapsed seconds; never negative, whatever the device's clock says. */
export const secondsSince = (at: string, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - Date.parse(at)) / 1000));

/** How long until then; never less than nothing. */
export const secondsUntil = (at: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(at) - nowMs) / 1000));

/** A duration in its two largest units: `23시간 34분`, `23 h 34 min`; seconds only within the first minute. */
export function durationText(seconds: number, t: TFunction): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return t('time.seconds', { count: whole });
  const minutes = Math.floor(whole / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const parts = [
    days > 0 && t('time.days', { count: days }),
    hours % 24 > 0 && t('time.hours', { count: hours % 24 }),
    days === 0 && minutes % 60 > 0 && t('time.minutes', { count: minutes % 60 }),
  ];
  return parts.filter((part) => part !== false).join(' ');
}

/** How long something has lasted: `방금`, `23시간 34분째`. */
export function lastingText(since: string, nowMs: number, t: TFunction): string {
  const seconds = secondsSince(since, nowMs);
  return seconds < 60 ? t('time.justNow') : t('order.lasting', { duration: durationText(seconds, t) });
}
