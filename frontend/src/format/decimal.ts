import type { Language } from '../i18n/language.ts';
import { formatter } from './amount.ts';

/** Formats a plain decimal, rounded half up to `most` decimals, without a float. */
export const formatDecimals = (text: string, language: Language, least: number, most: number): string =>
  formatter(language, least, most).format(text as `${number}`);

/** The sign of a plain decimal. */
export function signOf(text: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(text)) return 0;
  return text.startsWith('-') ? -1 : 1;
}
