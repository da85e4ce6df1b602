import type { LoggedEvent } from './logged-event.ts';
import { type ReadModel, readsEvent } from './read-model.ts';
import { loadRows, type Querying } from './stored-rows.ts';
import type { TableChanges, WorkingRows } from './working-rows.ts';

/** The batch has an event that the read model cannot apply. A retry would fail in the same way. */
export class CannotApply extends Error {
  override readonly name = 'CannotApply';
  /** `UNREADABLE_EVENT`, `IMPOSSIBLE_EVENT`, `FOLD_FAILED`, or `SQLSTATE_` followed by PostgreSQL's error code. */
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = code;
  }
}

/** The tables of one read model in one schema (a build), with those of their rows that are in memory. */
export interface FoldedBuild {
  readonly model: ReadModel;
  readonly schema: string;
  readonly rows: WorkingRows;
}

/** What folding a batch changed in one build, to be written. */
export interface Folded {
  readonly schema: string;
  readonly changes: readonly TableChanges[];
  /** The keys of what changed, as in `projections.changes`. */
  readonly keys: ReadonlySet<string>;
}

/**
 * Folds the events into the rows and first loads the rows that are not in memory yet.
 *
 * @throws CannotApply, and what the connection throws; the rows are unusable then
 */
export async function foldBatch(
  client: Querying,
  { model, schema, rows }: FoldedBuild,
  events: readonly LoggedEvent[],
): Promise<Folded> {
  const relevant = events.filter(({ recorded }) => readsEvent(model, recorded));
  rows.forgetOldest();
  for (const { table, streamPrefix, keys } of model.needs) {
    const started = streamPrefix === undefined ? noKeys : startedIn(events, streamPrefix);
    // Nothing can be stored yet for streams that start in this batch, whether or not this read model reads them.
    const missing = purely(() => rows.missing(table, [...keys(relevant, rows), ...started]));
    const stored = missing.filter((key) => !started.has(key));
    const loaded = stored.length === 0 ? [] : await loadRows(client, schema, table, stored);
    if (missing.length > 0) rows.load(table, missing, loaded);
  }
  const keys = purely(() => new Set(relevant.flatMap((event) => model.fold(event, rows))));
  return { schema, changes: rows.takeChanges(), keys };
}

const noKeys: ReadonlySet<string> = new Set();

/** The names, without the prefix, of the streams that start in this batch. */
const startedIn = (events: readonly LoggedEvent[], prefix: string): ReadonlySet<string> =>
  new Set(
    events
      .filter(({ recorded: { revision, stream } }) => revision === 0 && stream.startsWith(prefix))
      .map(({ recorded }) => recorded.stream.slice(prefix.length)),
  );

/** Folding reads nothing but events and rows, so every error is deterministic. */
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
    case 'InvariantBroken':
      return 'IMPOSSIBLE_EVENT';
    default:
      return 'FOLD_FAILED';
  }
}
