import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { failureText } from '../api/failure-text.ts';
import { formats } from '../format/amount.ts';
import { readStored, writeStored } from '../session/storage.ts';
import type koAccount from './ko/account.ts';
import type koCases from './ko/cases.ts';
import type ko from './ko/index.ts';
import type koSecurity from './ko/security.ts';
import type koStaff from './ko/staff/index.ts';
import { isLanguage, type Language } from './language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly resources: {
      readonly translation: typeof ko &
        typeof koStaff &
        typeof koSecurity &
        typeof koCases &
        typeof koAccount;
    };
  }
}

type Load = Readonly<Record<Language, () => Promise<{ readonly default: object }>>>;

/** Each language is a chunk of its own: a reader loads the one they read. So is what few pages say; `known` is a key of each. */
const parts = {
  general: {
    known: 'loading',
    load: { ko: () => import('./ko/index.ts'), en: () => import('./en/index.ts') },
  },
  staff: {
    known: 'staff.menu',
    load: { ko: () => import('./ko/staff/index.ts'), en: () => import('./en/staff/index.ts') },
  },
  cases: {
    known: 'dispute.title',
    load: { ko: () => import('./ko/cases.ts'), en: () => import('./en/cases.ts') },
  },
  account: {
    known: 'levels.title',
    load: { ko: () => import('./ko/account.ts'), en: () => import('./en/account.ts') },
  },
  security: {
    known: 'devices.title',
    load: { ko: () => import('./ko/security.ts'), en: () => import('./en/security.ts') },
  },
} as const satisfies Record<string, { readonly known: string; readonly load: Load }>;
export type TextPart = keyof typeof parts;

const wanted = new Set<TextPart>(['general']);
const started = Promise.withResolvers<void>();

/** Adds what of a language is wanted and not there yet. */
async function addResources(language: Language): Promise<void> {
  const missing = [...wanted]
    .map((part) => parts[part])
    .filter(({ known }) => !i18next.exists(known, { lng: language }));
  for (const { default: texts } of await Promise.all(missing.map(({ load }) => load[language]())))
    i18next.addResourceBundle(language, 'translation', texts, true);
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
