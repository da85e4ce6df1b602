import pg from 'pg';
import type { SqlStatement } from '../event-log.ts';
import { InvalidAppend } from '../event-log-errors.ts';
import { statementNames } from './prepared.ts';

/**
 * An SQL statement of an append, with the name under which a session prepares it. `event_log.append` calls these
 * statements companions.
 */
export interface PreparedSqlStatement extends SqlStatement {
  readonly name: string;
}

const nameOf = statementNames(200);

/** Names a statement by its text. Throws `InvalidAppend` for a new text when 200 are named already. */
export function preparedSqlStatement({ text, values }: SqlStatement): PreparedSqlStatement {
  const name = nameOf(text);
  if (name === undefined) throw new InvalidAppend('more different SQL texts than can be kept prepared');
  return { name, text, values };
}

/** The arguments after `EXECUTE name`: untyped literals, which take the types of the parameters. */
export function executeArguments({ values }: PreparedSqlStatement): string {
  if (values.length === 0) return '';
  return `(${values.map((value) => (value === null ? 'null' : pg.escapeLiteral(value))).join(', ')})`;
}
