import pg from 'pg';
import type { CompanionStatement } from '../event-log.ts';
import { InvalidAppend } from '../event-log-errors.ts';
import { statementName } from './prepared.ts';

/** A companion with the name of its prepared statement. */
export interface PreparedCompanion extends CompanionStatement {
  readonly name: string;
}

/** Each session keeps what it has prepared; further texts are refused instead of filling it. */
const textsMax = 200;
const names = new Map<string, string>();

/** Throws `InvalidAppend` beyond the limit of different texts. */
export function preparedCompanion({ text, values }: CompanionStatement): PreparedCompanion {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= textsMax)
      throw new InvalidAppend('more different companions than can be kept prepared');
    name = statementName(text);
    names.set(text, name);
  }
  return { name, text, values };
}

/** The arguments after `EXECUTE name`: untyped literals, which take the types of the parameters. */
export function companionArguments({ values }: PreparedCompanion): string {
  if (values.length === 0) return '';
  return `(${values.map((value) => (value === null ? 'null' : pg.escapeLiteral(value))).join(', ')})`;
}
