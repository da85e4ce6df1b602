import { type Language, languages } from '@matgyo/contracts/errors/index';
import type { Context } from 'koa';

const isLanguage = (value: unknown): value is Language => (languages as readonly unknown[]).includes(value);

/** What the client's headers ask for: the better liked of Korean and English, else Korean. */
export function acceptedLanguage(ctx: Context): Language {
  const accepted = ctx.acceptsLanguages([...languages]);
  return isLanguage(accepted) ? accepted : 'ko';
}

/** The language a call names itself, in what it sends or in its path. */
export function namedLanguage(sources: readonly unknown[]): Language | undefined {
  for (const source of sources) {
    if (typeof source !== 'object' || source === null) continue;
    const { storedLanguage, language } = source as Record<string, unknown>;
    if (isLanguage(storedLanguage)) return storedLanguage;
    if (isLanguage(language)) return language;
  }
  return undefined;
}

/** The language of sentences: the one named in the call itself, else the one of the headers. */
export const languageOf = (ctx: Context, sources: readonly unknown[]): Language =>
  namedLanguage(sources) ?? acceptedLanguage(ctx);
