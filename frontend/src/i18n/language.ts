/** The languages of the interface; the first is the default. */
export const languages = ['ko', 'en'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);
