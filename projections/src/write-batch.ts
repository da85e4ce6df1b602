import { prepared } from '@matgyo/event-store/postgres/prepared';
import pg from 'pg';
import { type ChangesWriter, changesChannel } from './changes.ts';
import { CannotApply, type Folded } from './fold-batch.ts';
import { addRowWrites, StatementParts } from './stored-rows.ts';

/** How a batch's changes are published. */
export interface Publishing {
  readonly writer: ChangesWriter;
  /**
   * This process's name. Set if other processes share the database: each commit then notifies them, and a process
   * ignores the notifications that carry its own name.
   */
  readonly wakeOthersAs: string | undefined;
}

/** A change that a batch published. `seq` is its number among the changes of that writer. */
export interface PublishedChange {
  readonly writer: ChangesWriter;
  readonly seq: string;
  readonly keys: readonly string[];
}

export interface BatchToWrite {
  /** SQL that moves the checkpoint and returns a row if it moved. */
  readonly move: (parts: StatementParts) => string;
  readonly folded: readonly Folded[];
  /** Undefined: nothing is published, as in a rebuild. */
  readonly publishing: Publishing | undefined;
}

/** Whether the checkpoint moved. If it did not, nothing was written. */
export type Written =
  | { readonly moved: false }
  | { readonly moved: true; readonly change: PublishedChange | undefined };

/**
 * Writes rows, checkpoint and changes in one statement, which is one transaction: the checkpoint moves by
 * compare-and-set, and everything else is written only if it moved. So if the rows in memory are outdated because
 * another process has written, nothing is written.
 *
 * @throws CannotApply if PostgreSQL refuses the data; nothing was written
 * @throws the connection's errors; the batch may have been written
 */
export async function writeBatch(
  pool: pg.Pool,
  { move, folded, publishing }: BatchToWrite,
): Promise<Written> {
  const parts = new StatementParts();
  const moved = move(parts);
  for (const { schema, changes } of folded)
    for (const change of changes) addRowWrites(parts, schema, 'exists (select from moved)', change);
  const writes = parts.ctes.map((statement, index) => `write_${index} as (${statement})`);
  const keys = publishing === undefined ? [] : [...new Set(folded.flatMap((one) => [...one.keys]))];
  const shown = ['1 as moved'];
  if (publishing !== undefined && keys.length > 0) {
    writes.push(`published as (insert into projections.changes (projection, keys)
      select ${parts.parameter(publishing.writer)}::text, ${parts.parameter(keys)}::text[] from moved returning seq)`);
    shown.push('(select seq::text from published) as seq');
  }
  if (publishing?.wakeOthersAs !== undefined)
    shown.push(`pg_notify('${changesChannel}', ${parts.parameter(publishing.wakeOthersAs)})`);
  const text = `with ${[`moved as (${moved})`, ...writes].join(', ')} select ${shown.join(', ')} from moved`;
  const { rows } = await run(pool, prepared({ text, values: parts.values }));
  const [row] = rows;
  if (row === undefined) return { moved: false };
  const change = publishing && row.seq ? { writer: publishing.writer, seq: row.seq, keys } : undefined;
  return { moved: true, change };
}

/** SQLSTATE classes about the data itself: 22 data exception, 23 integrity constraint violation. */
const aboutTheData = /^2[23]/;

/**
 * PostgreSQL reports an error before it ends the transaction and frees its locks. What follows a refused batch writes
 * the same checkpoint again, on another session, and would find it locked: the error is thrown once the transaction is
 * over.
 */
async function run(pool: pg.Pool, query: pg.QueryConfig): Promise<pg.QueryResult> {
  const session = await pool.connect();
  session.on('error', ignored);
  let isUsable = false;
  try {
    const result = await session.query(query);
    isUsable = true;
    return result;
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || !aboutTheData.test(cause.code ?? '')) throw cause;
    isUsable = await answersAgain(session);
    throw new CannotApply(`SQLSTATE_${cause.code}`, cause);
  } finally {
    session.off('error', ignored);
    session.release(!isUsable);
  }
}

/** Resolves when the session has ended its transaction: it answers nothing else before. */
const answersAgain = (session: pg.PoolClient): Promise<boolean> =>
  session.query('select').then(
    () => true,
    () => false,
  );

/** A session that breaks in the middle of a statement reports it twice; the statement's own error is thrown. */
const ignored = (): void => undefined;
