import { type LedgerEvent, schemaVersionOf, toLedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { ActorRole } from '@matgyo/contracts/events/metadata';
import type { EventLog, NewEvent, RecordedEvent } from '@matgyo/event-store/event-log';
import {
  AppendExpired,
  EventLogUnavailable,
  WrongExpectedRevision,
} from '@matgyo/event-store/event-log-errors';
import type { Decider } from '@matgyo/ledger/decider';
import { invariant } from '@matgyo/ledger/invariant';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { defaultWritingMs, pauseMsMax } from './command-times.ts';
import { commandEventId } from './event-ids.ts';
import {
  catchUp,
  extendHistory,
  type HistoryExtent,
  type LedgerLog,
  loadStream,
  type StreamHistory,
} from './stream-history.ts';
import { inStreamQueue, StreamContended } from './stream-queue.ts';
import type { Timing } from './timing.ts';

export interface Ledger<Log extends LedgerLog = EventLog> {
  readonly log: Log;
  readonly timing: Timing;
}

/** Who acts and when; equal for all repeats of a command except `at`. */
export interface Command {
  /** A UUID, unique per action. */
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly actorId: string;
  readonly actorRole: ActorRole;
  /** ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  /** When it may no longer append; commands of the program itself have no end. */
  readonly until?: CommandEnd | undefined;
}

type CorrelationId = Partial<Pick<Command, 'correlationId'>>;

/** A command that nothing else caused. */
export const firstCommand = (
  by: Omit<Command, 'correlationId' | 'causationId'> & CorrelationId,
): Command => ({ correlationId: by.commandId, causationId: by.commandId, ...by });

/** A command that the program gives by itself. */
export const systemCommand = (
  actorId: string,
  ids: Pick<Command, 'commandId' | 'at'> & CorrelationId,
): Command => firstCommand({ ...ids, actorId, actorRole: 'system' });

/** The same time by two clocks, so that neither needs to be correct (docs/decisions/event-log.md). */
export interface CommandEnd {
  /**
   * By the clock of the database that stores the command: see `AppendOptions`.
   * Undefined if nothing was stored before.
   */
  readonly inDatabase?: string;
  /** By `Timing.now`; nothing is sent later. */
  readonly hereMs: number;
}

export interface Executed<State> {
  /** `repeated`: the stream already had the events; `unchanged`: nothing to append. */
  readonly outcome: 'appended' | 'repeated' | 'unchanged';
  readonly state: State;
  /** Revision of the stream's last event; -1 when it does not exist. */
  readonly revision: number;
  /** The appended events, also of an earlier run. */
  readonly events: readonly RecordedEvent[];
  /** The stream after this write. */
  readonly history: StreamHistory<State>;
}

/**
 * Returns events or throws a `LedgerRefusal`. Called again whenever the stream has changed. May read other streams,
 * but writes none.
 */
export type Decide<State, Event> = (
  state: State,
  revision: number,
) => readonly Event[] | Promise<readonly Event[]>;

export interface Execution<State, Event extends LedgerEvent> {
  readonly ledger: Ledger<LedgerLog>;
  readonly stream: string;
  readonly decider: Decider<State, Event>;
  readonly command: Command;
  readonly decide: Decide<State, Event>;
  readonly extent?: HistoryExtent;
  /** The stream, if the caller has just read it. It saves a read. */
  readonly alreadyRead?: StreamHistory<State>;
  /** How long conflicts are retried. */
  readonly withinMs?: number;
}

/**
 * Executes a command on one stream: reads it, decides, appends at the revision that was read, and decides again after
 * a conflict. If the stream already has the command, returns its events before applying any rule (docs/ledger.md).
 *
 * Throws `LedgerRefusal`, `StreamContended`, `EventLogUnavailable` (outcome `unknown`: a repeat finds out),
 * `InvariantBroken`.
 */
export function executeOnStream<State, Event extends LedgerEvent>(
  execution: Execution<State, Event>,
): Promise<Executed<State>> {
  const { command, stream } = execution;
  return decideAndAppend({
    ...execution,
    earlierEvents: (events) => events.filter(({ metadata }) => metadata.commandId === command.commandId),
    eventId: (_event, index) => commandEventId(command.commandId, stream, index),
  });
}

/** How a repeat is recognized, and the ids of the events. */
export interface Writing<State, Event extends LedgerEvent> extends Execution<State, Event> {
  readonly earlierEvents: (events: readonly RecordedEvent[]) => readonly RecordedEvent[];
  readonly eventId: (event: Event, index: number) => string;
}

/**
 * `executeOnStream` for writers that recognize repeats otherwise than by command id.
 *
 * An append with unknown outcome may still arrive while the stream ends where that append expected it to. Until then
 * every refusal, failure or "unchanged" becomes `EventLogUnavailable` with outcome `unknown`. A refusal counts only
 * if the stream has not changed since it was read: deciding may have read other streams that show what this command
 * itself did.
 */
export function decideAndAppend<State, Event extends LedgerEvent>(
  writing: Writing<State, Event>,
): Promise<Executed<State>> {
  const { ledger, stream } = writing;
  const { withinMs = defaultWritingMs } = writing;
  const deadline = ledger.timing.now() + withinMs;
  return inStreamQueue(ledger.log, stream, { timing: ledger.timing, withinMs }, (waited) =>
    decideAndAppendBy(deadline, writing, waited),
  );
}

async function decideAndAppendBy<State, Event extends LedgerEvent>(
  deadline: number,
  writing: Writing<State, Event>,
  waited: boolean,
): Promise<Executed<State>> {
  const { ledger, stream, decider, extent, alreadyRead } = writing;
  const { log, timing } = ledger;
  let history = alreadyRead ?? (await loadStream(log, stream, decider, extent));
  if (alreadyRead !== undefined && waited) history = await catchUp(log, alreadyRead, decider);
  let unknownAfter: number | undefined;
  try {
    for (let attempt = 0; ; attempt += 1) {
      const { revision } = history;
      const attempted = await attemptAt(writing, history, unknownAfter === revision);
      if ('history' in attempted) return attempted;
      if (attempted.failure === 'unknown') unknownAfter = revision;
      if (timing.now() >= deadline) throw new StreamContended(stream);
      if (attempted.failure !== 'refused') await timing.sleep(pauseMs(attempt, timing));
      const since = await catchUp(log, history, decider);
      if (attempted.failure === 'refused' && since.revision === revision) throw attempted.refusal;
      history = since;
    }
  } catch (cause) {
    throw unknownAfter === history.revision ? new EventLogUnavailable('unknown', { cause }) : cause;
  }
}

type Failure =
  | { readonly failure: 'conflict' | 'unknown' }
  | { readonly failure: 'refused'; readonly refusal: LedgerRefusal };

async function attemptAt<State, Event extends LedgerEvent>(
  writing: Writing<State, Event>,
  history: StreamHistory<State>,
  inDoubt: boolean,
): Promise<Executed<State> | Failure> {
  const before = writing.earlierEvents(history.events);
  if (before.length > 0) return executed('repeated', history, before);
  refuseLate(writing);
  const decided = await decideAt(writing, history);
  if ('refusal' in decided) return decided;
  invariant(decided.length > 0 || !inDoubt, `${writing.stream} is to be written or not, at one revision`);
  return decided.length === 0 ? executed('unchanged', history, []) : appendAt(writing, history, decided);
}

async function decideAt<State, Event extends LedgerEvent>(
  { decide }: Writing<State, Event>,
  { state, revision }: StreamHistory<State>,
): Promise<readonly Event[] | Extract<Failure, { failure: 'refused' }>> {
  try {
    return await decide(state, revision);
  } catch (error) {
    if (error instanceof LedgerRefusal) return { failure: 'refused', refusal: error };
    throw error;
  }
}

/** After its deadline a command only finds what it did before. */
export function refuseLate({
  ledger,
  command: { until },
}: {
  readonly ledger: Pick<Ledger, 'timing'>;
  readonly command: Command;
}): void {
  if (until !== undefined && ledger.timing.now() >= until.hereMs)
    throw new EventLogUnavailable('none', { cause: new AppendExpired() });
}

async function appendAt<State, Event extends LedgerEvent>(
  writing: Writing<State, Event>,
  history: StreamHistory<State>,
  decided: readonly Event[],
): Promise<Executed<State> | Failure> {
  const { ledger, stream, decider } = writing;
  // Deciding may have taken time.
  refuseLate(writing);
  const wanted = newEvents(writing, decided);
  try {
    const { events } = await ledger.log.append(stream, history.head, wanted, {
      validUntil: writing.command.until?.inDatabase,
    });
    return executed('appended', extendHistory(history, events, decider), events);
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return { failure: 'conflict' };
    if (error instanceof EventLogUnavailable && error.outcome === 'unknown') return { failure: 'unknown' };
    throw error;
  }
}

const executed = <State>(
  outcome: Executed<State>['outcome'],
  history: StreamHistory<State>,
  events: readonly RecordedEvent[],
): Executed<State> => ({ outcome, state: history.state, revision: history.revision, events, history });

/** At least 1 ms, so that retries reach the deadline; random, so that writers do not collide again. */
const pauseMs = (attempt: number, timing: Timing): number =>
  1 + Math.floor(timing.random() * Math.min(pauseMsMax, 5 * 2 ** Math.min(attempt, 10)));

function newEvents<State, Event extends LedgerEvent>(
  { command, eventId }: Writing<State, Event>,
  events: readonly Event[],
): readonly NewEvent[] {
  return events.map((event, index) => {
    const { type } = event;
    const schemaVersion = schemaVersionOf(type);
    const { data } = toLedgerEvent({ type, data: event.data, schemaVersion });
    const { commandId, correlationId, causationId, actorId, actorRole, at } = command;
    const metadata = { commandId, correlationId, causationId, actorId, actorRole, at, schemaVersion };
    return { id: eventId(event, index), type, data, metadata };
  });
}
