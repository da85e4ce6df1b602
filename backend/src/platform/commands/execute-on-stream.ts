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
  /** See `commandEventId`. Repeats are recognized by their command, so it may change. */
  readonly eventIdSalt?: string | undefined;
}

/** Who acts and when. A repeat of a command has the same values, except `at` and `until`. */
export interface Command {
  /** A UUID. An action has one, which its repeats have too. */
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly actorId: string;
  readonly actorRole: ActorRole;
  /** ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  /** When the command may no longer append. Undefined for commands of the program itself, which may always append. */
  readonly until?: CommandEnd | undefined;
}

type CorrelationId = Partial<Pick<Command, 'correlationId'>>;

/** A command that no other command or event caused. */
export const firstCommand = (
  by: Omit<Command, 'correlationId' | 'causationId'> & CorrelationId,
): Command => ({ correlationId: by.commandId, causationId: by.commandId, ...by });

/** A command of the program itself, such as a deadline that has passed. */
export const systemCommand = (
  actorId: string,
  ids: Pick<Command, 'commandId' | 'at'> & CorrelationId,
): Command => firstCommand({ ...ids, actorId, actorRole: 'system' });

/**
 * The end of the time in which a command may append, by two clocks. Each is compared with its own clock only, so the
 * clocks need not agree (docs/decisions/event-log.md).
 */
export interface CommandEnd {
  /**
   * ISO 8601, by the clock of the database that stores the command: `AppendOptions.validUntil`. Undefined if the
   * command was not stored before it appends.
   */
  readonly inDatabase?: string;
  /** Milliseconds since 1970, by `Timing.now` of this process, which sends no append after it. */
  readonly hereMs: number;
}

export interface Executed<State> {
  /** `repeated`: an earlier run of the command had appended the events; `unchanged`: there was nothing to append. */
  readonly outcome: 'appended' | 'repeated' | 'unchanged';
  readonly state: State;
  /** The revision of the stream's last event; -1 if the stream does not exist. */
  readonly revision: number;
  /** The events that the command appended, now or in an earlier run. */
  readonly events: readonly RecordedEvent[];
  /** The stream after this write. */
  readonly history: StreamHistory<State>;
}

/**
 * Decides on the state of a stream at a revision: returns the events to append, or throws a `LedgerRefusal`. It is
 * called again if the stream has changed in the meantime. It may read other streams, but must not write.
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
  /** How much of the stream is read. Default: all of it. */
  readonly extent?: HistoryExtent;
  /** The stream, if the caller has just read it. It saves a read. */
  readonly alreadyRead?: StreamHistory<State>;
  /** How long the writer waits for its turn and retries after conflicts, in ms. Default: `defaultWritingMs`. */
  readonly withinMs?: number;
}

/**
 * Executes a command on one stream. It reads the stream, decides, and appends at the revision that it read. If another
 * writer was faster, it decides again on the new state. If the stream already has events of this command, it returns
 * them without deciding, so that a command takes effect once however often it is repeated (docs/ledger.md, ids and
 * repeats).
 *
 * @throws LedgerRefusal if a rule forbids the action; nothing was appended
 * @throws StreamContended if other writers were faster until the deadline; nothing was appended
 * @throws EventLogUnavailable with outcome `unknown` if the events may have been appended; a repeat finds that out
 * @throws EventLogUnavailable with outcome `none` if nothing was appended, also after the command's own end (`until`)
 * @throws InvariantBroken if the stream's events contradict the rules
 */
export function executeOnStream<State, Event extends LedgerEvent>(
  execution: Execution<State, Event>,
): Promise<Executed<State>> {
  const { command, ledger, stream } = execution;
  return decideAndAppend({
    ...execution,
    earlierEvents: (events) => events.filter(({ metadata }) => metadata.commandId === command.commandId),
    eventId: (_event, index) => commandEventId(command.commandId, stream, index, ledger.eventIdSalt),
  });
}

/** An execution, with the rule by which a repeat is recognized and the ids of the events to append. */
export interface Writing<State, Event extends LedgerEvent> extends Execution<State, Event> {
  /** Those events of the stream that an earlier run of the same command has appended. */
  readonly earlierEvents: (events: readonly RecordedEvent[]) => readonly RecordedEvent[];
  /** The id of the event at this index of the decision. It must be the same in every run. */
  readonly eventId: (event: Event, index: number) => string;
}

/**
 * `executeOnStream` for writers that recognize repeats by something else than the command's id. It throws the same
 * errors.
 *
 * The reply to an append can be lost. The append may then still be written later, as long as the stream ends where the
 * append expects it to end. During that time no refusal or failure is certain, so each becomes `EventLogUnavailable`
 * with outcome `unknown`.
 *
 * A refusal is thrown only if the stream has not changed since it was read. `decide` may have read other streams, which
 * may already show what an earlier run of the same command did; this stream then has that run's events too.
 */
export function decideAndAppend<State, Event extends LedgerEvent>(
  writing: Writing<State, Event>,
): Promise<Executed<State>> {
  const { ledger, stream } = writing;
  const { withinMs = defaultWritingMs } = writing;
  const deadline = ledger.timing.elapsed() + withinMs;
  return inStreamQueue(ledger.log, stream, { timing: ledger.timing, withinMs }, (waited) =>
    decideAndAppendBy(deadline, writing, waited),
  );
}

async function decideAndAppendBy<State, Event extends LedgerEvent>(
  deadline: number,
  writing: Writing<State, Event>,
  waited: boolean,
): Promise<Executed<State>> {
  const { ledger, decider, extent, alreadyRead } = writing;
  const { log, timing } = ledger;
  let history = alreadyRead ?? (await loadStream(log, writing, extent));
  if (alreadyRead !== undefined && waited) history = await catchUp(log, alreadyRead, decider);
  let unknownAfter: number | undefined;
  try {
    for (let attempt = 0; ; attempt += 1) {
      const { revision } = history;
      const attempted = await attemptAt(writing, history, unknownAfter === revision);
      if ('history' in attempted) return attempted;
      if (attempted.failure === 'unknown') unknownAfter = revision;
      if (timing.elapsed() >= deadline) throw new StreamContended(writing.stream);
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

/** Throws `EventLogUnavailable` with outcome `none` once the command may no longer append. */
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

/** Milliseconds until the next attempt. At least 1: the loop has to end; random: writers do not collide again. */
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
