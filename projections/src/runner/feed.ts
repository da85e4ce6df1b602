import type { EventLog, RecordedEvent } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { LoggedEvent } from '../logged-event.ts';
import { Projector } from './projector.ts';

/** Why a projector is no longer carried: it halted, or its batch failed with an error that may pass. */
export type Departure = { readonly kind: 'halted' } | { readonly kind: 'failed'; readonly error: unknown };

/**
 * One subscription for all projectors: every event is read and parsed once, and a batch is handled by all of
 * them before the next is asked for, so that memory holds one batch. One that cannot go on leaves; the others do.
 */
export class Feed {
  readonly #log: EventLog;
  readonly #pool: pg.Pool;
  readonly #onDeparture: (projector: Projector, departure: Departure) => void;
  readonly #members = new Set<Projector>();
  /** Ends the subscription under way because of who joined; replaced for each subscription. */
  #rejoin = new AbortController();

  constructor(
    log: EventLog,
    pool: pg.Pool,
    onDeparture: (projector: Projector, departure: Departure) => void,
  ) {
    this.#log = log;
    this.#pool = pool;
    this.#onDeparture = onDeparture;
  }

  /** Carries it from where it stands. The closer that is to the others, the less they wait for it. */
  join(projector: Projector): void {
    this.#members.add(projector);
    this.#rejoin.abort();
  }

  /** Follows the log until aborted. Rejects when the log cannot be followed. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#rejoin = new AbortController();
      const either = AbortSignal.any([signal, this.#rejoin.signal]);
      const [first, ...others] = [...this.#members].map(({ position }) => position);
      if (first === undefined) {
        await aborted(either);
        continue;
      }
      const after = others.reduce((least, position) => (position < least ? position : least), first);
      for await (const { events } of this.#log.subscribeAll({ after, signal: either })) {
        await this.#handle(events);
        if (either.aborted || this.#members.size === 0) break;
      }
    }
  }

  async #handle(recorded: readonly RecordedEvent[]): Promise<void> {
    const departures = await handleTogether(this.#pool, [...this.#members], recorded);
    for (const [projector, departure] of departures) {
      this.#members.delete(projector);
      this.#onDeparture(projector, departure);
    }
  }
}

/**
 * Every projector handles the same events; tells which of them cannot go on, and why. Those that read none of them
 * pass them with one statement for all, because most events concern few read models. Nobody waits for one that
 * somebody else holds, a swap for example: it leaves, and the others go on.
 */
export async function handleTogether(
  pool: pg.Pool,
  projectors: readonly Projector[],
  recorded: readonly RecordedEvent[],
): Promise<ReadonlyMap<Projector, Departure>> {
  const last = recorded.at(-1);
  if (last === undefined) return new Map();
  const events = recorded.map((event) => new LoggedEvent(event));
  const reading = projectors.filter((projector) => projector.reads(events));
  const passing = projectors.filter(
    (projector) => !reading.includes(projector) && projector.position < last.position,
  );
  const departures = new Map<Projector, Departure>();
  const failed = (leaving: readonly Projector[], error: unknown) => {
    for (const projector of leaving) departures.set(projector, { kind: 'failed', error });
  };
  await Promise.all([
    ...reading.map(async (projector) => {
      try {
        if ((await projector.handle(events)) === 'halted') departures.set(projector, { kind: 'halted' });
      } catch (error) {
        failed([projector], error);
      }
    }),
    Projector.pass(pool, passing, last).then(
      async (passed) => {
        for (const projector of passing)
          if (!passed.has(projector)) failed([projector], await projector.whyNotPassed());
      },
      (error) => failed(passing, error),
    ),
  ]);
  return departures;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
