import type { Language } from '../i18n/language.ts';

const locales = { ko: 'ko-KR', en: 'en-US' } as const satisfies Record<Language, string>;

/** Formats a plain decimal's own digits, half up to `most` decimals: it never becomes a float on the way. */
export const formatDecimals = (text: string, language: Language, least: number, most: number): string =>
  new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  }).format(text as `${number}`);

/** −1, 0 or 1, as a plain decimal is below, at or above zero. */
export function signOf(text: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(text)) return 0;
  return text.startsWith('-') ? -1 : 1;
}
