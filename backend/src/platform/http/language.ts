import { type Language, languages } from '@matgyo/contracts/errors/index';
import type { Context } from 'koa';

const isLanguage = (value: unknown): value is Language => (languages as readonly unknown[]).includes(value);

/** The client's preferred language by its headers, Korean by default. */
export function acceptedLanguage(ctx: Context): Language {
  const accepted = ctx.acceptsLanguages([...languages]);
  return isLanguage(accepted) ? accepted : 'ko';
}

/** The language in the request's path, query or body. */
export function namedLanguage(sources: readonly unknown[]): Language | undefined {
  for (const source of sources) {
    if (typeof source !== 'object' || source === null) continue;
    const { storedLanguage, language } = source as Record<string, unknown>;
    if (isLanguage(storedLanguage)) return storedLanguage;
    if (isLanguage(language)) return language;
  }
  return undefined;
}

/** The language of texts: the one in the request itself, or else in its headers. */
export const languageOf = (ctx: Context, sources: readonly unknown[]): Language =>
  namedLanguage(sources) ?? acceptedLanguage(ctx);
