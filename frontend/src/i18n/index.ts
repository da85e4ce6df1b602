import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { readStored, writeStored } from '../session/storage.ts';
import type ko from './ko/index.ts';
import { isLanguage, type Language } from './language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly resources: { readonly translation: typeof ko };
  }
}

/** Each language is a chunk of its own: a reader loads the one they read. */
const load = {
  ko: () => import('./ko/index.ts'),
  en: () => import('./en/index.ts'),
} as const satisfies Record<Language, () => Promise<unknown>>;

async function addResources(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const { default: texts } = await load[language]();
  i18next.addResourceBundle(language, 'translation', texts);
}

/** Starts in the stored language, else Korean. Resolves once its texts are there. */
export async function startTranslation(): Promise<void> {
  const stored = readStored('language');
  const language = isLanguage(stored) ? stored : 'ko';
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await addResources(language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

/** Switches the interface and remembers it, once the texts have come. */
export async function changeLanguage(language: Language): Promise<void> {
  await addResources(language);
  document.documentElement.lang = language;
  writeStored('language', language);
  await i18next.changeLanguage(language);
}

export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'ko');

/** The translator and the language beside it, which the formatters ask for. */
export function useWords() {
  const { t, i18n } = useTranslation();
  const language: Language = isLanguage(i18n.language) ? i18n.language : 'ko';
  return { t, language };
}
