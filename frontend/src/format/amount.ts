import type { Krw, Price, Rate, Usdt } from '@matgyo/contracts/money';
import type { Language } from '../i18n/language.ts';

const locales = { ko: 'ko-KR', en: 'en-US' } as const satisfies Record<Language, string>;

type Digits = `${number}`;

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(language: Language, minimum: number, maximum: number): Intl.NumberFormat {
  const key = `${language}/${minimum}/${maximum}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: minimum,
    maximumFractionDigits: maximum,
  });
  formatters.set(key, made);
  return made;
}

/** Formats a plain decimal, rounded half up to `most` decimals, without a float, with a real minus sign. */
export const formatDecimals = (text: string, language: Language, least: number, most = 4): string =>
  formatter(language, least, most)
    .format(text as Digits)
    .replace('-', '−');

/** `1,416.4306` */
export const formatUsdt = (amount: Usdt, language: Language): string => formatDecimals(amount, language, 4);

/** `1,416` and `.4306`: the decimals are shown subtler. */
export function usdtParts(amount: Usdt, language: Language): { whole: string; fraction: string } {
  const text = formatUsdt(amount, language);
  const point = text.length - 5;
  return { whole: text.slice(0, point), fraction: text.slice(point) };
}

/** `1,234,567`, with decimals only if needed. */
export const formatKrw = (amount: Krw, language: Language): string => formatDecimals(amount, language, 0);

/** `1,412` or `1,412.5` */
export const formatPrice = (price: Price, language: Language): string => formatDecimals(price, language, 0);

const percents = {
  ko: new Intl.NumberFormat(locales.ko, { style: 'percent', maximumFractionDigits: 4 }),
  en: new Intl.NumberFormat(locales.en, { style: 'percent', maximumFractionDigits: 4 }),
} as const satisfies Record<Language, Intl.NumberFormat>;

/** `1%`, `0.25%` */
export const formatRate = (rate: Rate, language: Language): string =>
  percents[language].format(rate as string as Digits);

/** A count of things, not of money. */
export const formatCount = (count: number, language: Language): string =>
  formatter(language, 0, 0).format(count);

const formatsIn = (language: Language) => ({
  formatUsdt: (amount: Usdt) => formatUsdt(amount, language),
  formatKrw: (amount: Krw) => formatKrw(amount, language),
  formatPrice: (price: Price) => formatPrice(price, language),
  formatRate: (rate: Rate) => formatRate(rate, language),
  formatCount: (count: number) => formatCount(count, language),
});
/** The same for one language. */
export const formats = { ko: formatsIn('ko'), en: formatsIn('en') } as const;
