import { hash } from 'node:crypto';
import type pg from 'pg';

/** The same text has the same name on every connection. */
export const statementName = (text: string): string => `p_${hash('sha256', text).slice(0, 24)}`;

/** Names statements, up to so many texts: each connection keeps the plans of what it has prepared. Then undefined. */
export function statementNames(textsMax: number): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    if (!names.has(text) && names.size < textsMax) names.set(text, statementName(text));
    return names.get(text);
  };
}

const nameOf = statementNames(500);

/**
 * The statement with a name derived from its text, so that a connection parses it once and soon plans it once. For
 * statements that run many times a second with similar values; a generic plan does not suit a search. Texts beyond the
 * limit stay unnamed.
 */
export function prepared<Config extends pg.QueryConfig>(query: Config): Config {
  const name = nameOf(query.text);
  return name === undefined ? query : { ...query, name };
}
