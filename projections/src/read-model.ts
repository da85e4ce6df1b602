import type { RecordedEvent } from '@matgyo/event-store/event-log';
import type { LoggedEvent } from './logged-event.ts';
import type { StoredTable } from './table-shape.ts';
import type { ReadModelName } from './tables.ts';
import type { WorkingRows } from './working-rows.ts';

/** Rows that folding a batch will ask for. They are loaded with one statement. */
export interface Need {
  readonly table: StoredTable;
  /** Given where a row's key is what follows this in the name of a stream: there is no such row before that stream begins. */
  readonly bornWith?: string;
  /** May use the rows of the needs before this one. */
  keys(events: readonly LoggedEvent[], rows: WorkingRows): Iterable<string>;
}

/**
 * Tables derived from the log. `fold` is a pure function of the event and the rows it needs, so the tables equal
 * the fold of the log up to their checkpoint, whatever the batches were (invariant 8).
 */
export interface ReadModel {
  readonly name: ReadModelName;
  /** Raised whenever the same log would give other rows, or rows of another shape: the runner then rebuilds. */
  readonly version: number;
  /** Names of the streams it reads start with one of these. */
  readonly streams: readonly string[];
  /** Of those streams, the events that change nothing here: they are not even parsed. An unknown type is not among them. */
  readonly ignores?: ReadonlySet<string>;
  readonly tables: readonly StoredTable[];
  readonly needs: readonly Need[];
  /**
   * Folds one event into the rows and returns the keys of what changed, as in `projections.changes`.
   * Throws when the event cannot have happened after what is stored; the projection then halts before it.
   */
  fold(event: LoggedEvent, rows: WorkingRows): readonly string[];
}

/** The log holds what cannot have happened, or what no rule of this read model covers. Names ids only. */
export class ImpossibleEvent extends Error {
  override readonly name = 'ImpossibleEvent';
}

/** The rows that were there before the event must exist. */
export function existing<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new ImpossibleEvent(`there is no ${what}`);
  return row;
}

export const readsEvent = (
  { streams, ignores }: ReadModel,
  { stream, type }: Pick<RecordedEvent, 'stream' | 'type'>,
): boolean => ignores?.has(type) !== true && streams.some((prefix) => stream.startsWith(prefix));
