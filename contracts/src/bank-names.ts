import type { Language } from './errors/index.ts';

/** English names, by the Korean name without the Latin letters that some banks have before it. */
const englishNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    국민은행: 'KB Kookmin Bank',
    신한은행: 'Shinhan Bank',
    우리은행: 'Woori Bank',
    하나은행: 'Hana Bank',
    농협은행: 'NH NongHyup Bank',
    농협: 'NH NongHyup',
    기업은행: 'IBK Industrial Bank of Korea',
    산업은행: 'KDB Korea Development Bank',
    카카오뱅크: 'KakaoBank',
    토스뱅크: 'Toss Bank',
    케이뱅크: 'K bank',
    아이엠뱅크: 'iM Bank',
    제일은행: 'Standard Chartered Bank Korea',
    씨티은행: 'Citibank Korea',
    한국씨티은행: 'Citibank Korea',
    부산은행: 'BNK Busan Bank',
    경남은행: 'BNK Kyongnam Bank',
    광주은행: 'Kwangju Bank',
    전북은행: 'Jeonbuk Bank',
    제주은행: 'Jeju Bank',
    수협은행: 'Suhyup Bank',
    새마을금고: 'MG Community Credit Cooperative',
    신협: 'Shinhyup Credit Union',
    우체국: 'Korea Post',
  }),
);

/** A bank as members entered it; for readers of English with its English name, if that is known, before it. */
export function bankNameFor(language: Language, entered: string): string {
  const english = language === 'en' && englishNames.get(entered.replace(/\s/g, '').replace(/^[A-Za-z]+/, ''));
  return english ? `${english} (${entered})` : entered;
}

/** A bank and the number of an account there. */
export const accountFor = (
  language: Language,
  { bankName, bankAccount }: { readonly bankName: string; readonly bankAccount: string },
): string => `${bankNameFor(language, bankName)} ${bankAccount}`;
