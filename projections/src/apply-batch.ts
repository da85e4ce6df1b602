import { prepared } from '@matgyo/event-store/postgres/prepared';
import pg from 'pg';
import { type BuildAt, checkpointMove, whyNotMoved } from './checkpoint.ts';
import type { LoggedEvent } from './logged-event.ts';
import { type ReadModel, readsStream } from './read-model.ts';
import { addRowWrites, loadRows, type Querying, StatementParts } from './stored-rows.ts';
import { WorkingRows } from './working-rows.ts';

/** The batch holds an event this read model cannot apply. Trying again gives the same. */
export class CannotApply extends Error {
  override readonly name = 'CannotApply';
  /** UNREADABLE_EVENT, IMPOSSIBLE_EVENT, FOLD_FAILED, or SQLSTATE_ and the state. */
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = code;
  }
}

export interface BatchOptions extends BuildAt {
  /** Whether to announce what changed. A rebuild announces nothing. */
  readonly announce: boolean;
}

/**
 * Folds the events and writes rows, checkpoint and changes in one statement, which is one transaction: the
 * checkpoint moves by compare-and-set, and everything else is written only if it moved. What is loaded before
 * the statement is what is stored at `from`, or the statement finds the checkpoint moved.
 *
 * One statement also keeps the time short in which its transaction id holds back the readers of the log.
 *
 * Throws `CannotApply`, `CheckpointMoved`, `CheckpointHeld`, or whatever the connection throws; in each case nothing
 * was written.
 */
export async function applyBatch(
  client: Querying,
  model: ReadModel,
  events: readonly LoggedEvent[],
  { schema, from, announce }: BatchOptions,
): Promise<void> {
  const last = events.at(-1)?.recorded;
  if (last === undefined) return;
  const relevant = events.filter(({ recorded }) => readsStream(model, recorded.stream));
  const { rows, keys } = await fold(client, model, relevant, schema);

  const parts = new StatementParts();
  const moved = checkpointMove(parts, { schema, from }, last);
  for (const changes of rows.changes()) addRowWrites(parts, schema, 'exists (select from moved)', changes);
  if (announce && keys.size > 0)
    parts.ctes.push(`insert into projections.changes (projection, keys)
      select '${model.name}', ${parts.parameter([...keys])}::text[] from moved`);
  const writes = parts.ctes.map((statement, index) => `write_${index} as (${statement})`);
  const text = `with ${[`moved as (${moved})`, ...writes].join(', ')} select from moved`;
  const { rowCount } = await write(client, prepared({ text, values: parts.values }));
  if (rowCount !== 1) throw await whyNotMoved(client, { schema, from });
}

async function fold(
  client: Querying,
  model: ReadModel,
  events: readonly LoggedEvent[],
  schema: string,
): Promise<{ rows: WorkingRows; keys: ReadonlySet<string> }> {
  const rows = new WorkingRows();
  for (const { table, keys } of model.needs) {
    const missing = purely(() => rows.missing(table, keys(events, rows)));
    if (missing.length > 0) rows.load(table, missing, await loadRows(client, schema, table, missing));
  }
  const keys = purely(() => new Set(events.flatMap((event) => model.fold(event, rows))));
  return { rows, keys };
}

/** Folding reads nothing but events and rows, so whatever it throws it would throw again. */
function purely<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new CannotApply(codeOf(cause), cause);
  }
}

function codeOf(cause: unknown): string {
  switch (cause instanceof Error ? cause.name : '') {
    case 'UnreadableEvent':
      return 'UNREADABLE_EVENT';
    case 'ImpossibleEvent':
      return 'IMPOSSIBLE_EVENT';
    default:
      return 'FOLD_FAILED';
  }
}

/** SQLSTATE classes that speak of the data itself: 22 data exception, 23 integrity constraint violation. */
const aboutTheData = /^2[23]/;

async function write(client: Querying, query: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await client.query(query);
  } catch (cause) {
    if (cause instanceof pg.DatabaseError && cause.code !== undefined && aboutTheData.test(cause.code))
      throw new CannotApply(`SQLSTATE_${cause.code}`, cause);
    throw cause;
  }
}
