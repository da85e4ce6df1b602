import { hash } from 'node:crypto';
import type pg from 'pg';

/** The name of a prepared statement, made from its text, so that it is the same on every connection. */
export const statementName = (text: string): string => `p_${hash('sha256', text).slice(0, 24)}`;

/**
 * Returns a function that names statements by their text. After `textsMax` different texts it gives undefined for new
 * ones, because each connection keeps the plan of every statement that it has prepared.
 */
export function statementNames(textsMax: number): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    if (!names.has(text) && names.size < textsMax) names.set(text, statementName(text));
    return names.get(text);
  };
}

const nameOf = statementNames(500);

/**
 * Gives a statement a name, so that a connection parses it only once, and after a few runs keeps one plan for it. Use
 * it for statements that run many times a second with similar values. It does not suit a search, which needs a plan for
 * its values. When the limit of different texts is reached, a new statement stays without a name.
 */
export function prepared<Config extends pg.QueryConfig>(query: Config): Config {
  const name = nameOf(query.text);
  return name === undefined ? query : { ...query, name };
}
