import { setTimeout as delay } from 'node:timers/promises';
import {
  type AppendResult,
  type EventLog,
  logStart,
  type RecordedEvent,
  type StreamAppend,
} from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import type { SealedEvent } from '@matgyo/ledger/proof/stream-chain';
import { logPages } from '@matgyo/projections/log-pages';
import { before, isIntact, Seal } from './event-lines.ts';
import { CannotRestore } from './refusals.ts';

/** Below what one append may hold, for all of a call may be of one stream. */
const mostEventsOfACall = 400;
const mostBytesOfACall = 400_000;
const pageSize = 1_000;
const mostTries = 6;

/**
 * Appends the events of a backup to a log so that their order comes out the same: many in one call where the log can do
 * that, otherwise one append after the other. What the log holds already has to be how the backup begins: then an interrupted restore goes on
 * behind it.
 */
export class EventRestorer {
  readonly #log: EventLog;
  readonly #signal: AbortSignal;
  readonly #passed: (events: number) => void;
  readonly #there: AsyncIterator<RecordedEvent>;
  /** The next event that is in the log already; undefined once all of those have been met. */
  #next: RecordedEvent | undefined;
  readonly #runs: Run[] = [];
  #waiting = { events: 0, bytes: 0 };

  private constructor(log: EventLog, signal: AbortSignal, passed: (events: number) => void) {
    this.#log = log;
    this.#signal = signal;
    this.#passed = passed;
    this.#there = eventsOf(log, signal);
  }

  static async open(
    log: EventLog,
    signal: AbortSignal,
    passed: (events: number) => void,
  ): Promise<EventRestorer> {
    const restorer = new EventRestorer(log, signal, passed);
    await restorer.#advance();
    return restorer;
  }

  /** `bytes`: about how large the event is. */
  async add(event: SealedEvent, bytes: number): Promise<void> {
    if (this.#next !== undefined) {
      if (this.#next.id !== event.id || this.#next.metadata.hash !== event.metadata.hash) throw notOurs();
      this.#passed(1);
      return this.#advance();
    }
    const isFull =
      this.#waiting.events === mostEventsOfACall || this.#waiting.bytes + bytes > mostBytesOfACall;
    if (isFull) await this.#flush();
    const last = this.#runs.at(-1);
    if (last?.stream === event.stream) last.events.push(event);
    else this.#runs.push({ stream: event.stream, expected: before(event), events: [event] });
    this.#waiting.events += 1;
    this.#waiting.bytes += bytes;
  }

  /** After the last event. */
  async end(): Promise<void> {
    await this.#flush();
    if (this.#next !== undefined) throw notOurs();
  }

  async #advance(): Promise<void> {
    const { value } = await this.#there.next();
    this.#next = value;
  }

  async #flush(): Promise<void> {
    const runs = this.#runs.splice(0);
    if (runs.length === 0) return;
    const results = await this.#tried(() => this.#append(runs));
    for (const [index, run] of runs.entries()) requireSameHashes(run, results[index]);
    this.#passed(this.#waiting.events);
    this.#waiting = { events: 0, bytes: 0 };
  }

  async #append(runs: readonly Run[]): Promise<readonly AppendResult[]> {
    if (this.#log.capabilities.appendsTogether) return this.#log.appendTogether(runs);
    const results: AppendResult[] = [];
    for (const { stream, expected, events } of runs)
      results.push(await this.#log.append(stream, expected, events));
    return results;
  }

  /** Repeated appends answer as they did first, so what failed for a passing reason is simply tried again. */
  async #tried<T>(append: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      this.#signal.throwIfAborted();
      try {
        return await append();
      } catch (error) {
        if (!(error instanceof EventLogUnavailable) || tries === mostTries) throw error;
        await delay(100 * 2 ** tries, undefined, { signal: this.#signal });
      }
    }
  }
}

/** Neighbours in the log that belong to one stream: one append. */
interface Run extends StreamAppend {
  readonly events: SealedEvent[];
}

function requireSameHashes({ events }: Run, result: AppendResult | undefined): void {
  const changed = events.find((event, index) => event.metadata.hash !== result?.events[index]?.metadata.hash);
  if (changed !== undefined) throw new CannotRestore(`The log gave event ${changed.id} another hash.`);
}

const notOurs = (): CannotRestore =>
  new CannotRestore('The log holds other events than the backup: somebody else has written to it.');

async function* eventsOf(log: EventLog, signal: AbortSignal): AsyncGenerator<RecordedEvent, undefined> {
  for await (const page of logPages(log, { after: logStart, size: pageSize, signal })) yield* page;
  return undefined;
}

/**
 * Reads a log from beginning to end: every event has to match its hash. Their seal says whether they are the events of
 * a backup, all of them, in their order.
 *
 * @throws CannotRestore
 */
export async function sealOfLog(
  log: EventLog,
  signal: AbortSignal,
  passed: (events: number) => void,
): Promise<{ readonly seal: string; readonly events: number }> {
  const seal = new Seal();
  for await (const page of logPages(log, { after: logStart, size: pageSize, signal })) {
    for (const event of page) {
      if (!isIntact(event)) throw new CannotRestore(`Event ${event.id} does not match its hash in the log.`);
      seal.add(event);
    }
    passed(page.length);
  }
  return { events: seal.events, seal: seal.digest() };
}
