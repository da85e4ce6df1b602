import { setTimeout as delay } from 'node:timers/promises';
import {
  type EventLog,
  logStart,
  type RecordedEvent,
  type StreamAppend,
} from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import type { ChainedEvent } from '@matgyo/ledger/proof/stream-chain';
import { logPages } from '@matgyo/projections/log-pages';
import { CannotRun } from '@matgyo/projections/program-fault';
import { before, isIntact, Seal } from './event-lines.ts';

/** Below the limit of one append, since all events of a call may belong to one stream. */
const eventsPerCallMax = 400;
const bytesPerCallMax = 400_000;
const pageSize = 1_000;
const attemptsMax = 6;

/** Receives the events of a backup, in the order of its log. */
export interface EventReceiver {
  /** `bytes`: the approximate size of the event. */
  add(event: ChainedEvent, bytes: number): Promise<void>;
  /** Call after the last event. */
  end(): Promise<void>;
}

/**
 * Appends the events of a backup to a log in the same order: many per call where the log supports it, otherwise one
 * append after the other. Events already in the log have to be the beginning of the backup; an interrupted restore then
 * resumes after them.
 */
export async function openEventRestorer(
  log: EventLog,
  signal: AbortSignal,
  onProgress: (events: number) => void,
): Promise<EventReceiver> {
  const there = eventsOf(log, signal);
  /** The next event already in the log; undefined once all of those were compared. */
  let next = (await there.next()).value;
  let runs: Run[] = [];
  let waiting = { events: 0, bytes: 0 };

  async function flush(): Promise<void> {
    if (runs.length === 0) return;
    await retried(() => append(log, runs), signal);
    onProgress(waiting.events);
    runs = [];
    waiting = { events: 0, bytes: 0 };
  }

  return {
    async add(event, bytes) {
      if (next !== undefined) {
        if (next.metadata.hash !== event.metadata.hash) throw otherEvents();
        onProgress(1);
        next = (await there.next()).value;
        return;
      }
      if (waiting.events === eventsPerCallMax || waiting.bytes + bytes > bytesPerCallMax) await flush();
      const last = runs.at(-1);
      if (last?.stream === event.stream) last.events.push(event);
      else runs.push({ stream: event.stream, expected: before(event), events: [event] });
      waiting.events += 1;
      waiting.bytes += bytes;
    },
    async end() {
      await flush();
      if (next !== undefined) throw otherEvents();
    },
  };
}

async function append(log: EventLog, runs: readonly Run[]): Promise<void> {
  if (log.appendScope !== 'stream') await log.appendTogether(runs);
  else for (const { stream, expected, events } of runs) await log.append(stream, expected, events);
}

/** Repeated appends return their first result, so transient failures are retried. */
async function retried(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EventLogUnavailable) || attempts === attemptsMax) throw error;
      await delay(100 * 2 ** attempts, undefined, { signal });
    }
  }
}

/** Consecutive events of one stream: one append. */
interface Run extends StreamAppend {
  readonly events: ChainedEvent[];
}

const otherEvents = (): CannotRun =>
  new CannotRun('The log holds other events than the backup: another program has written to it.');

async function* eventsOf(log: EventLog, signal: AbortSignal): AsyncGenerator<RecordedEvent, undefined> {
  for await (const page of logPages(log, { after: logStart, size: pageSize, signal })) yield* page;
  return undefined;
}

/**
 * Reads a log from beginning to end and checks that every event matches its hash. The seal shows whether these are
 * exactly the events of a backup, in order.
 *
 * @throws CannotRun
 */
export async function sealOfLog(
  log: EventLog,
  signal: AbortSignal,
  onProgress: (events: number) => void,
): Promise<string> {
  const seal = new Seal();
  for await (const page of logPages(log, { after: logStart, size: pageSize, signal })) {
    for (const event of page) {
      if (!isIntact(event)) throw new CannotRun(`Event ${event.id} does not match its hash in the log.`);
      seal.add(event);
    }
    onProgress(page.length);
  }
  return seal.digest();
}
