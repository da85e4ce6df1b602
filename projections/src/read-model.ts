import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import type { LoggedEvent } from './logged-event.ts';
import type { StoredTable } from './table-shape.ts';
import type { ReadModelName } from './tables.ts';
import type { WorkingRows } from './working-rows.ts';

/**
 * Rows of one table that folding a batch may read. All rows that a batch needs of a table are loaded with one
 * statement.
 */
export interface Need {
  readonly table: StoredTable;
  /**
   * Set if each row belongs to one stream: the row's key is the stream's name without this prefix, and the stream's
   * first event creates the row. Rows of streams that start in the batch are then not looked up in the database.
   */
  readonly streamPrefix?: string;
  /** The keys of the rows that these events need. `rows` already holds the rows of the needs listed before this one. */
  keys(events: readonly LoggedEvent[], rows: WorkingRows): Iterable<string>;
}

/**
 * A read model: tables that are derived from the log only. `fold` is a pure function of an event and the rows that it
 * needs. So the tables always equal the fold of the log up to their checkpoint, however the events were divided into
 * batches (docs/ledger.md, invariant 8).
 */
export interface ReadModel {
  readonly name: ReadModelName;
  /**
   * Increment it when the same log would give other rows, or rows with other columns: the runner then rebuilds the
   * tables. A new index needs no new version: the tables get it when they are next rebuilt.
   */
  readonly version: number;
  /** Prefixes of the names of the streams that it reads. An empty prefix means every stream. */
  readonly streams: readonly string[];
  /**
   * Types of events in those streams that never change these tables. They are not parsed, and a replay does not read
   * them. A type that the software does not know is not among them, so it halts the read model instead of being
   * skipped.
   */
  readonly ignores?: ReadonlySet<string>;
  readonly tables: readonly StoredTable[];
  readonly needs: readonly Need[];
  /**
   * Applies one event to `rows`, and returns the keys of what changed (`Change.keys` lists their forms). Throws
   * `ImpossibleEvent` or `InvariantBroken` if the event cannot follow the stored state: the read model then halts
   * before this event.
   */
  fold(event: LoggedEvent, rows: WorkingRows): readonly string[];
}

/**
 * An event cannot follow the stored state, or the read model has no rule for it. The message may be logged, so it
 * contains ids and event types, but no other data.
 */
export class ImpossibleEvent extends Error {
  override readonly name = 'ImpossibleEvent';
}

/**
 * Narrows an event to one type union. Throws `ImpossibleEvent` for any other event; `what` names the union in its
 * message.
 */
export const ofKind =
  <Event extends LedgerEvent>(isOne: (event: LedgerEvent) => event is Event, what: string) =>
  ({ ledgerEvent }: LoggedEvent): Event => {
    if (isOne(ledgerEvent)) return ledgerEvent;
    throw new ImpossibleEvent(`${ledgerEvent.type} is no event of ${what}`);
  };

/** Returns the row. Throws `ImpossibleEvent` if there is none; `what` names it in the message. */
export function existing<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new ImpossibleEvent(`there is no ${what}`);
  return row;
}

/** Whether a read model has to fold an event. */
export const readsEvent = (
  { streams, ignores }: ReadModel,
  { stream, type }: Pick<RecordedEvent, 'stream' | 'type'>,
): boolean => ignores?.has(type) !== true && streams.some((prefix) => stream.startsWith(prefix));
