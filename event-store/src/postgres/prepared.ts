import { hash } from 'node:crypto';
import type pg from 'pg';

/** Each connection keeps the plans of what it has prepared, so their number is limited. */
const textsMax = 500;
const names = new Map<string, string>();

/**
 * The statement with a name derived from its text, so that a connection parses it once and soon plans it once. For
 * statements that run many times a second with similar values; a generic plan does not suit a search. Texts beyond the
 * limit stay unnamed.
 */
export function prepared<Config extends pg.QueryConfig>(query: Config): Config {
  let name = names.get(query.text);
  if (name === undefined) {
    if (names.size >= textsMax) return query;
    name = statementName(query.text);
    names.set(query.text, name);
  }
  return { ...query, name };
}

/** The same text has the same name on every connection. */
export const statementName = (text: string): string => `p_${hash('sha256', text).slice(0, 24)}`;
