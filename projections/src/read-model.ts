import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import type { LoggedEvent } from './logged-event.ts';
import type { StoredTable } from './table-shape.ts';
import type { ReadModelName } from './tables.ts';
import type { WorkingRows } from './working-rows.ts';

/** Rows that folding a batch needs. They are loaded with one statement. */
export interface Need {
  readonly table: StoredTable;
  /** A stream-name prefix: the row's key is the rest of the name, and no row exists before that stream begins. */
  readonly bornWith?: string;
  /** May use the rows of earlier needs. */
  keys(events: readonly LoggedEvent[], rows: WorkingRows): Iterable<string>;
}

/**
 * Tables derived from the log. `fold` is a pure function of the event and the rows it needs, so the tables equal the
 * fold of the log up to their checkpoint, independent of batch boundaries (invariant 8).
 */
export interface ReadModel {
  readonly name: ReadModelName;
  /**
   * Incremented whenever the same log would give other rows, or rows of another shape: the runner then rebuilds. Not
   * for an index, which each build made from then on has.
   */
  readonly version: number;
  /** The prefixes of the streams it reads. */
  readonly streams: readonly string[];
  /**
   * Event types of those streams that change nothing here: they are not parsed, in a replay not read. Never includes an
   * unknown type.
   */
  readonly ignores?: ReadonlySet<string>;
  readonly tables: readonly StoredTable[];
  readonly needs: readonly Need[];
  /**
   * Folds one event into the rows and returns the keys of what changed, as in `projections.changes`. Throws when the
   * event is impossible after the stored state; the projection then halts before it.
   */
  fold(event: LoggedEvent, rows: WorkingRows): readonly string[];
}

/**
 * The event is impossible after the stored state, or no rule of this read model covers it. The message names ids only.
 */
export class ImpossibleEvent extends Error {
  override readonly name = 'ImpossibleEvent';
}

/** Narrows events to those of one kind of stream. Throws for any other. */
export const ofKind =
  <Event extends LedgerEvent>(isOne: (event: LedgerEvent) => event is Event, what: string) =>
  ({ ledgerEvent }: LoggedEvent): Event => {
    if (isOne(ledgerEvent)) return ledgerEvent;
    throw new ImpossibleEvent(`${ledgerEvent.type} is no event of ${what}`);
  };

/** The row, which must exist. */
export function existing<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new ImpossibleEvent(`there is no ${what}`);
  return row;
}

export const readsEvent = (
  { streams, ignores }: ReadModel,
  { stream, type }: Pick<RecordedEvent, 'stream' | 'type'>,
): boolean => ignores?.has(type) !== true && streams.some((prefix) => stream.startsWith(prefix));
