import { setTimeout as delay } from 'node:timers/promises';
import { type EventLog, logStart, type RecordedEvent } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import type { SealedEvent } from '@matgyo/event-store/hash-chain';
import { logPages } from '@matgyo/projections/log-pages';
import { before, isIntact, Seal } from './event-lines.ts';
import { CannotRestore } from './refusals.ts';

/** Neighbours in one stream go in one append; well below what an append may hold. */
const mostEventsOfAnAppend = 100;
const mostBytesOfAnAppend = 400_000;
const pageSize = 1_000;
const mostTries = 6;
const longestWaitMs = 60_000;
const pollMs = 50;

/**
 * Appends the events of a backup to a log in their order, one append after the other, so that the order of the log
 * comes out the same. What the log holds already has to be how the backup begins: then an interrupted restore goes on
 * behind it.
 */
export class EventRestorer {
  readonly #log: EventLog;
  readonly #signal: AbortSignal;
  readonly #passed: (events: number) => void;
  readonly #there: AsyncIterator<RecordedEvent>;
  /** The next event that is in the log already; undefined once all of those have been met. */
  #next: RecordedEvent | undefined;
  #run: SealedEvent[] = [];
  #runBytes = 0;

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
    const [first] = this.#run;
    const fits =
      first?.stream === event.stream &&
      this.#run.length < mostEventsOfAnAppend &&
      this.#runBytes + bytes <= mostBytesOfAnAppend;
    if (!fits) await this.#flush();
    this.#run.push(event);
    this.#runBytes += bytes;
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
    const [first] = this.#run;
    if (first === undefined) return;
    const { events } = await this.#append(first);
    const changed = this.#run.find((event, index) => event.metadata.hash !== events[index]?.metadata.hash);
    if (changed !== undefined) throw new CannotRestore(`The log gave event ${changed.id} another hash.`);
    this.#passed(this.#run.length);
    this.#run = [];
    this.#runBytes = 0;
  }

  /** A repeated append answers as the first one did, so a passing failure is simply tried again. */
  async #append(first: SealedEvent) {
    for (let tries = 1; ; tries += 1) {
      this.#signal.throwIfAborted();
      try {
        return await this.#log.append(first.stream, before(first), this.#run);
      } catch (error) {
        if (!(error instanceof EventLogUnavailable) || tries === mostTries) throw error;
        await delay(100 * 2 ** tries, undefined, { signal: this.#signal });
      }
    }
  }
}

const notOurs = (): CannotRestore =>
  new CannotRestore('The log holds other events than the backup: somebody else has written to it.');

async function* eventsOf(log: EventLog, signal: AbortSignal): AsyncGenerator<RecordedEvent, undefined> {
  for await (const page of logPages(log, { after: logStart, size: pageSize, signal })) yield* page;
  return undefined;
}

/**
 * Waits until readers of the log see its last event: a write transaction anywhere in a Postgres cluster keeps them
 * from it while it is open.
 *
 * @throws CannotRestore after a minute.
 */
export async function untilVisible(log: EventLog, eventId: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  while ((await log.lastEvent())?.id !== eventId) {
    if (Date.now() > deadline)
      throw new CannotRestore(
        'The end of the log does not show: a transaction is open somewhere in its cluster.',
      );
    await delay(pollMs, undefined, { signal });
  }
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
