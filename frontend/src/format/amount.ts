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
    signDisplay: 'negative',
  });
  formatters.set(key, made);
  return made;
}

/** Formats a plain decimal, rounded half up to `most` decimals, without a float, with a real minus sign. */
export const formatDecimals = (text: string, language: Language, least: number, most = 4): string =>
  formatter(language, least, most)
    .format(text as Digits)
    .replace('-', '−');

const percents = {
  ko: new Intl.NumberFormat(locales.ko, { style: 'percent', maximumFractionDigits: 4 }),
  en: new Intl.NumberFormat(locales.en, { style: 'percent', maximumFractionDigits: 4 }),
} as const satisfies Record<Language, Intl.NumberFormat>;

const formatsIn = (language: Language) => ({
  /** `1,416.4306` */
  formatUsdt: (amount: Usdt) => formatDecimals(amount, language, 4),
  /** `1,234,567`, with decimals only if needed. */
  formatKrw: (amount: Krw) => formatDecimals(amount, language, 0),
  /** `1,412` or `1,412.5` */
  formatPrice: (price: Price) => formatDecimals(price, language, 0),
  /** `1%`, `0.25%` */
  formatRate: (rate: Rate) => percents[language].format(rate as string as Digits),
  /** A count of things, not of money. */
  formatCount: (count: number) => formatter(language, 0, 0).format(count),
});

export const formats = { ko: formatsIn('ko'), en: formatsIn('en') } as const;
