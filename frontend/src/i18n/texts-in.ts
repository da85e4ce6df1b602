import type { Language } from './language.ts';

/**
 * In Korean and English; with a count, the English one has a form for one and a form for any other number.
 * In braces is what differs by the side of an order, `{판매|구매}`: such a text is a `sell` and a `buy` one.
 */
type Text = readonly [ko: string, en: string, enOther?: string | undefined];
export interface Texts {
  readonly [key: string]: Text | Texts;
}
interface OneLanguage {
  readonly [key: string]: string | OneLanguage;
}

const isText = (value: Text | Texts): value is Text => Array.isArray(value);

const differing = /\{([^{|}]*)\|([^{|}]*)\}/g;
const isBySide = (text: Text): boolean => text.some((each = '') => each.search(differing) !== -1);
const ofSide = ([ko, en, enOther]: Text, side: '$1' | '$2'): Text => [
  ko.replace(differing, side),
  en.replace(differing, side),
  enOther?.replace(differing, side),
];

/** The texts in one language, as i18next has them: with the plural form in the key. */
export const textsIn = (language: Language, texts: Texts): OneLanguage =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]): [string, string | OneLanguage][] => {
      if (!isText(value)) return [[key, textsIn(language, value)]];
      if (isBySide(value))
        return [[key, textsIn(language, { sell: ofSide(value, '$1'), buy: ofSide(value, '$2') })]];
      const [ko, en, enOther] = value;
      if (enOther === undefined) return [[key, language === 'ko' ? ko : en]];
      return language === 'ko'
        ? [[`${key}_other`, ko]]
        : [
            [`${key}_one`, en],
            [`${key}_other`, enOther],
          ];
    }),
  );

/** Texts differ by side in English if they do in Korean, which may say the same of both. */
type BySide = readonly [string, `${string}{${string}|${string}}${string}`, string?];

/** What the keys are of, for the compiler. */
export type KoreanOf<Group> = {
  readonly [Key in keyof Group & string as Group[Key] extends BySide
    ? Key
    : KeyOf<Key, Group[Key]>]: Group[Key] extends BySide
    ? { readonly [Side in KeyOf<'sell' | 'buy', Group[Key]>]: string }
    : Group[Key] extends readonly [infer Korean extends string, ...string[]]
      ? Korean
      : KoreanOf<Group[Key]>;
};
type KeyOf<Key extends string, Text> = Text extends readonly [string, string, string] ? `${Key}_other` : Key;
