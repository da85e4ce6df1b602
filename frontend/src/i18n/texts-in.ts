import type { Language } from './language.ts';

/** In Korean and English; with a count, the English one has a form for one and a form for any other number. */
type Text = readonly [ko: string, en: string] | readonly [ko: string, enOne: string, enOther: string];
export interface Texts {
  readonly [key: string]: Text | Texts;
}
interface OneLanguage {
  readonly [key: string]: string | OneLanguage;
}

const isText = (value: Text | Texts): value is Text => Array.isArray(value);

/** The texts in one language, as i18next has them: with the plural form in the key. */
export const textsIn = (language: Language, texts: Texts): OneLanguage =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]): [string, string | OneLanguage][] => {
      if (!isText(value)) return [[key, textsIn(language, value)]];
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

/** What the keys are of, for the compiler. */
export type KoreanOf<Group> = {
  readonly [Key in keyof Group & string as Group[Key] extends readonly [string, string, string]
    ? `${Key}_other`
    : Key]: Group[Key] extends readonly [infer Korean extends string, ...string[]]
    ? Korean
    : KoreanOf<Group[Key]>;
};
