import pg from 'pg';
import type { CompanionStatement } from '../event-log.ts';
import { InvalidAppend } from '../event-log-errors.ts';
import { statementNames } from './prepared.ts';

/** A companion with the name of its prepared statement. */
export interface PreparedCompanion extends CompanionStatement {
  readonly name: string;
}

const nameOf = statementNames(200);

/** Throws `InvalidAppend` beyond the limit of different texts. */
export function preparedCompanion({ text, values }: CompanionStatement): PreparedCompanion {
  const name = nameOf(text);
  if (name === undefined) throw new InvalidAppend('more different companions than can be kept prepared');
  return { name, text, values };
}

/** The arguments after `EXECUTE name`: untyped literals, which take the types of the parameters. */
export function companionArguments({ values }: PreparedCompanion): string {
  if (values.length === 0) return '';
  return `(${values.map((value) => (value === null ? 'null' : pg.escapeLiteral(value))).join(', ')})`;
}
