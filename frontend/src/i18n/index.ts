import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { failureText } from '../api/failure-text.ts';
import { formats } from '../format/amount.ts';
import { readStored, writeStored } from '../session/storage.ts';
import { isLanguage, type Language } from './language.ts';
import type account from './texts/account.ts';
import type cases from './texts/cases/index.ts';
import type general from './texts/index.ts';
import type security from './texts/security.ts';
import type staff from './texts/staff/index.ts';
import type { KoreanOf } from './texts-in.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly resources: {
      readonly translation: KoreanOf<
        typeof general & typeof staff & typeof security & typeof cases & typeof account
      >;
    };
  }
}

type Load = Readonly<Record<Language, () => Promise<{ readonly default: object }>>>;

/** Each language is a chunk of its own: a reader loads the one they read. So is what few pages say. */
const parts = {
  general: {
    ko: () => import('./texts/index.ts?language=ko'),
    en: () => import('./texts/index.ts?language=en'),
  },
  staff: {
    ko: () => import('./texts/staff/index.ts?language=ko'),
    en: () => import('./texts/staff/index.ts?language=en'),
  },
  cases: {
    ko: () => import('./texts/cases/index.ts?language=ko'),
    en: () => import('./texts/cases/index.ts?language=en'),
  },
  account: {
    ko: () => import('./texts/account.ts?language=ko'),
    en: () => import('./texts/account.ts?language=en'),
  },
  security: {
    ko: () => import('./texts/security.ts?language=ko'),
    en: () => import('./texts/security.ts?language=en'),
  },
} as const satisfies Record<string, Load>;
export type TextPart = keyof typeof parts;

const wanted = new Set<TextPart>(['general']);
const there: Readonly<Record<Language, Set<TextPart>>> = { ko: new Set(), en: new Set() };
const started = Promise.withResolvers<void>();

/** Adds what of a language is wanted and not there yet. */
async function addResources(language: Language): Promise<void> {
  const missing = [...wanted].filter((part) => !there[language].has(part));
  for (const { default: texts } of await Promise.all(missing.map((part) => parts[part][language]())))
    i18next.addResourceBundle(language, 'translation', texts, true);
  for (const part of missing) there[language].add(part);
}

/** More texts, from now on in whatever language is read. Resolves once those of the present one are there. */
async function addTexts(part: TextPart): Promise<void> {
  wanted.add(part);
  await started.promise;
  await addResources(currentLanguage());
}

/** Starts in the stored language, else Korean. Resolves once its texts are there. */
export async function startTranslation(): Promise<void> {
  const stored = readStored('language');
  const language = isLanguage(stored) ? stored : 'ko';
  await i18next
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      resources: {},
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  await show(language);
  started.resolve();
  // Another tab may change it.
  globalThis.addEventListener?.(
    'storage',
    ({ key, newValue: next }) => key === 'language' && isLanguage(next) && show(next),
  );
}

async function show(language: Language): Promise<void> {
  await addResources(language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

/** Switches the interface and remembers it, once the texts have come. */
export async function changeLanguage(language: Language): Promise<void> {
  await show(language);
  writeStored('language', language);
}

export function watchLanguage(changed: () => void): void {
  i18next.on('languageChanged', changed);
}

export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'ko');

/** What a part of the client needs, once its texts are there too. */
export async function withTexts<Chunk>(part: TextPart, chunk: Promise<Chunk>): Promise<Chunk> {
  const [fetched] = await Promise.all([chunk, addTexts(part)]);
  return fetched;
}

/** The translator, the language, and how amounts, counts and failures read in it. */
export function useTexts() {
  const { t, i18n } = useTranslation();
  const language: Language = isLanguage(i18n.language) ? i18n.language : 'ko';
  return {
    t,
    language,
    ...formats[language],
    /** A sentence about an error; undefined for null, which is no error. */
    failureText: <E>(error: E, unanswered?: string, refused?: string) =>
      (error === null ? undefined : failureText(error, t, unanswered, refused)) as E extends null
        ? undefined
        : string,
  };
}
