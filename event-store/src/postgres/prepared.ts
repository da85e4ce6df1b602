import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Each connection keeps the plans of what it has prepared: hundreds of texts, never as many as callers can invent. */
const mostTexts = 500;
const names = new Map<string, string>();

/**
 * The statement under a name that follows from its text, so that a connection parses it once and soon plans it once,
 * too. For statements that run many times a second with values of one kind; a plan that suits every value does not
 * suit a search. Texts beyond the first 500 stay without a name.
 */
export function prepared<Config extends pg.QueryConfig>(query: Config): Config {
  let name = names.get(query.text);
  if (name === undefined) {
    if (names.size >= mostTexts) return query;
    name = `p_${createHash('sha256').update(query.text).digest('hex').slice(0, 24)}`;
    names.set(query.text, name);
  }
  return { ...query, name };
}
