import type { Krw } from '@matgyo/contracts/money';
import type { Language } from '../i18n/language.ts';
import { formats } from './amount.ts';

/** Whole won as they are said, `123만 4,567원` or `1.234567 million won`: an extra zero is noticed sooner so. */
export function readWon(krw: Krw, language: Language): string {
  const digits = (krw.split('.')[0] ?? '0').replace(/^0+(?=\d)/, '');
  return language === 'ko' ? `${inKorean(digits)}원` : `${inEnglish(digits)} won`;
}

const koreanUnits = ['', '만', '억', '조', '경'] as const;

/** In groups of four digits, without those of zeros. */
function inKorean(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length, unit = 0; end > 0; end -= 4, unit += 1) {
    const group = digits.slice(Math.max(0, end - 4), end).replace(/^0+/, '');
    if (group !== '') groups.unshift(`${formats.ko.formatKrw(group as Krw)}${koreanUnits[unit] ?? ''}`);
  }
  return groups.length === 0 ? '0' : groups.join(' ');
}

const englishUnits = [' million', ' billion', ' trillion'] as const;

/** From a million on in the largest unit, with all decimals. */
function inEnglish(digits: string): string {
  const unit = Math.min(Math.floor((digits.length - 1) / 3) - 2, englishUnits.length - 1);
  if (unit < 0) return formats.en.formatKrw(digits as Krw);
  const point = digits.length - 3 * (unit + 2);
  const decimals = digits.slice(point).replace(/0+$/, '');
  const whole = formats.en.formatKrw(digits.slice(0, point) as Krw);
  return `${whole}${decimals === '' ? '' : `.${decimals}`}${englishUnits[unit]}`;
}
