import type { Krw } from '@matgyo/contracts/money';
import type { Language } from '../i18n/language.ts';
import { formatKrw } from './amount.ts';

/** Names of groups of digits, smallest first: four digits in Korean, three in English. */
const systems = {
  ko: { size: 4, units: ['', '만', '억', '조', '경'], join: ' ', won: '원' },
  en: { size: 3, units: ['', ' thousand', ' million', ' billion', ' trillion'], join: ' ', won: ' won' },
} as const;

/**
 * An amount of whole won in words: `123만 4,567원`, `1 million 234 thousand 567 won`. Shown below each won field, because
 * an extra zero is noticed sooner in words.
 */
export function readWon(krw: Krw, language: Language): string {
  const { size, units, join, won } = systems[language];
  const digits = (krw.split('.')[0] ?? '0').replace(/^0+(?=\d)/, '');
  const groups: string[] = [];
  for (let end = digits.length, unit = 0; end > 0; end -= size, unit += 1) {
    const group = digits.slice(Math.max(0, end - size), end).replace(/^0+/, '');
    if (group !== '') groups.unshift(`${formatKrw(group as Krw, language)}${units[unit] ?? ''}`);
  }
  return `${groups.length === 0 ? '0' : groups.join(join)}${won}`;
}
