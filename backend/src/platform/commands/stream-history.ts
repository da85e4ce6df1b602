import { type LedgerEvent, toLedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { EventLog, ExpectedHead, RecordedEvent } from '@matgyo/event-store/event-log';
import type { Decider } from '@matgyo/ledger/decider';
import { invariant } from '@matgyo/ledger/invariant';

/** The part of a log that writers use; also implemented by a draft. */
export type LedgerLog = Pick<EventLog, 'readStream' | 'append'>;

/** A stream as read, with the state folded from it. */
export interface StreamHistory<State> {
  readonly stream: string;
  readonly state: State;
  /** Revision of the last event; -1 when the stream does not exist. */
  readonly revision: number;
  /** The last event, as the next append expects it. */
  readonly head: ExpectedHead;
  readonly events: readonly RecordedEvent[];
}

/**
 * How much of a stream a decision reads: all of it, or only its newest events. The second is for a stream that grows
 * for ever and whose last event alone is the state, like that of the price.
 */
export type HistoryExtent = 'whole' | { readonly newest: number };

const pageSize = 500;
/**
 * The most events that one read adds. It is far more than any stream has that is read whole: an order has at most 1,000
 * matches, and a trade about 200 changes of payment steps and windows.
 */
export const newEventsMax = 20_000;

/**
 * A stream that was not read because its id has just been made. If it exists after all, the append at "no stream" is
 * refused, and the command reads it and decides again.
 */
export const presumedEmpty = <State>({
  stream,
  decider,
}: {
  readonly stream: string;
  readonly decider: { readonly initial: State };
}): StreamHistory<State> => ({ stream, state: decider.initial, revision: -1, head: 'no-stream', events: [] });

/** Reads and folds a stream. Throws `UnreadableEvent`, `InvariantBroken` or an error of the log. */
export async function loadStream<State, Event extends LedgerEvent>(
  log: LedgerLog,
  of: { readonly stream: string; readonly decider: Decider<State, Event> },
  extent: HistoryExtent = 'whole',
): Promise<StreamHistory<State>> {
  const nothing = presumedEmpty(of);
  const { stream, decider } = of;
  if (extent === 'whole') return catchUp(log, nothing, decider);
  const newestFirst = await log.readStream(stream, { direction: 'backwards', limit: extent.newest });
  const events = newestFirst.toReversed();
  return extendHistory({ ...nothing, revision: (events[0]?.revision ?? 0) - 1 }, events, decider);
}

/** Reads the events that were appended since `history` was read, and adds them. Throws as `loadStream`. */
export async function catchUp<State, Event extends LedgerEvent>(
  log: LedgerLog,
  history: StreamHistory<State>,
  decider: Decider<State, Event>,
): Promise<StreamHistory<State>> {
  let caughtUp = history;
  while (caughtUp.revision - history.revision < newEventsMax) {
    const page = await log.readStream(caughtUp.stream, {
      direction: 'forwards',
      from: caughtUp.revision + 1,
      limit: pageSize,
    });
    caughtUp = extendHistory(caughtUp, page, decider);
    if (page.length < pageSize) return caughtUp;
  }
  invariant(false, `stream ${history.stream} has ${newEventsMax} more events than were read before`);
}

interface Folded {
  readonly hash: string;
  readonly state: unknown;
}

/**
 * Caches the folded states of whole streams. The key is the `data` object of a stream's last event: it stays the same
 * object as long as the stream is in memory, and the entry is garbage-collected with it. The event's hash is compared
 * too. It covers all earlier events of the stream, so a state is never returned for another history.
 */
class FoldedStates {
  readonly #byDecider = new WeakMap<object, WeakMap<RecordedEvent['data'], Folded>>();

  /** The state after this event, as this decider has folded it; undefined if it has not. */
  after(decider: { readonly initial: unknown }, { data, metadata }: RecordedEvent): unknown {
    const folded = this.#byDecider.get(decider)?.get(data);
    return folded?.hash === metadata.hash ? folded.state : undefined;
  }

  keep(decider: { readonly initial: unknown }, { data, metadata }: RecordedEvent, state: unknown): void {
    const states = this.#byDecider.get(decider) ?? new WeakMap<RecordedEvent['data'], Folded>();
    this.#byDecider.set(decider, states);
    states.set(data, { hash: metadata.hash, state });
  }
}

const foldedStates = new FoldedStates();

/** Adds recorded events that directly follow `history`. Throws `InvariantBroken` if there is a gap. */
export function extendHistory<State, Event extends LedgerEvent>(
  history: StreamHistory<State>,
  recorded: readonly RecordedEvent[],
  decider: Decider<State, Event>,
): StreamHistory<State> {
  const last = recorded.at(-1);
  if (last === undefined) return history;
  for (const [index, { revision }] of recorded.entries())
    invariant(revision === history.revision + 1 + index, `stream ${history.stream} has a gap`);
  const state = fold(history, recorded, decider);
  return {
    stream: history.stream,
    state,
    revision: last.revision,
    head: { revision: last.revision, hash: last.metadata.hash },
    events: [...history.events, ...recorded],
  };
}

function fold<State, Event extends LedgerEvent>(
  { stream, state, revision, events }: StreamHistory<State>,
  recorded: readonly RecordedEvent[],
  decider: Decider<State, Event>,
): State {
  const isWhole = events.length === revision + 1;
  const lastFolded = isWhole
    ? recorded.findLastIndex((event) => foldedStates.after(decider, event) !== undefined)
    : -1;
  const last = recorded[lastFolded];
  const before = last === undefined ? state : (foldedStates.after(decider, last) as State);
  const after = recorded.slice(lastFolded + 1).reduce((before, { type, data, metadata }) => {
    const event = toLedgerEvent({ type, data, schemaVersion: metadata.schemaVersion });
    invariant(decider.owns(event), `stream ${stream} holds a ${type}`);
    return decider.evolve(before, event, metadata.at);
  }, before);
  const end = recorded.at(-1);
  if (isWhole && end !== undefined) foldedStates.keep(decider, end, after);
  return after;
}
