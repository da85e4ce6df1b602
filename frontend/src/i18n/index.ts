import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { readStored, writeStored } from '../session/storage.ts';
import type koDesk from './ko/desk/index.ts';
import type ko from './ko/index.ts';
import { isLanguage, type Language } from './language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly resources: { readonly translation: typeof ko & typeof koDesk };
  }
}

/** Each language is a chunk of its own: a reader loads the one they read. */
const load = {
  ko: () => import('./ko/index.ts'),
  en: () => import('./en/index.ts'),
} as const satisfies Record<Language, () => Promise<unknown>>;

/** What only the desk says, so that no visitor and no member waits for it. */
const loadDesk = {
  ko: () => import('./ko/desk/index.ts'),
  en: () => import('./en/desk/index.ts'),
} as const satisfies Record<Language, () => Promise<unknown>>;

let deskWanted = false;
const started = Promise.withResolvers<void>();

/** Adds what of a language is wanted and not there yet. */
async function addResources(language: Language): Promise<void> {
  const missing = [
    ...(i18next.exists('loading', { lng: language }) ? [] : [load[language]()]),
    ...(!deskWanted || i18next.exists('desk.menu', { lng: language }) ? [] : [loadDesk[language]()]),
  ];
  for (const { default: texts } of await Promise.all(missing))
    i18next.addResourceBundle(language, 'translation', texts, true);
}

/** The desk's texts, from now on in whatever language is read. Resolves once those of the present one are there. */
export async function addDeskTexts(): Promise<void> {
  deskWanted = true;
  await started.promise;
  await addResources(currentLanguage());
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
  started.resolve();
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
