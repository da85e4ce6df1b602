import account from '../src/i18n/texts/account.ts';
import cases from '../src/i18n/texts/cases/index.ts';
import general from '../src/i18n/texts/index.ts';
import security from '../src/i18n/texts/security.ts';
import staff from '../src/i18n/texts/staff/index.ts';
import { type Texts, textsIn } from '../src/i18n/texts-in.ts';

/** Of one group there may be texts in several parts. */
const parts: readonly Texts[] = [general, staff, security, cases, account];

const flat = (tree: object, path = ''): readonly [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]): readonly [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  );

const allIn = (language: 'ko' | 'en'): ReadonlyMap<string, string> =>
  new Map(parts.flatMap((part) => flat(textsIn(language, part))));

/** All texts of the client, by their keys. */
export const allTexts = { ko: allIn('ko'), en: allIn('en') } as const;
