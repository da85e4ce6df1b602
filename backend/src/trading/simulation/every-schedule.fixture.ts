import { tradeStream } from '@matgyo/contracts/streams';
import type { AppendResult, EventLog } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import type { MemoryLog } from '@matgyo/event-store/memory-log';
import { testAll } from '../../../../test/test-all.ts';
import { tradeId } from '../trades/ledger-market.fixture.ts';
import { fieldsOf } from '../trades/log-fields.fixture.ts';

/**
 * Returns a number below `options`; all runs together cover each. Undefined: another run has reached the same `state`
 * and continues, so this one may end.
 */
export type Choose = (options: number, state: () => string) => number | undefined;

/** Runs until every choice was made in every state, and returns the number of states. */
export async function everySchedule(run: (choose: Choose) => Promise<void>): Promise<number> {
  const path: { taken: number; readonly options: number }[] = [];
  const seen = new Set<string>();
  for (;;) {
    let depth = 0;
    await run((options, stateNow) => {
      const known = path[depth];
      depth += 1;
      if (known !== undefined) return known.taken;
      const state = stateNow();
      if (seen.has(state)) return undefined;
      seen.add(state);
      path.push({ taken: 0, options });
      return 0;
    });
    for (let last = path.at(-1); last !== undefined && last.taken + 1 === last.options; last = path.at(-1))
      path.pop();
    const last = path.at(-1);
    if (last === undefined) return seen.size;
    last.taken += 1;
  }
}

/** Faults of an append: its writer crashes or gets no reply, before or after it is stored, or it is stored later. */
const faults = ['crash before', 'crash after', 'lost request', 'lost reply', 'late'] as const;
type Fate = 'done' | (typeof faults)[number];

export interface CrossingOptions {
  /** Faulty appends at most: of any writer in `npm run test:all`, of the first one otherwise. */
  readonly faults: number;
  /** Streams besides the trade's on which writers compete. */
  readonly alsoAt?: readonly string[];
}

interface Waiting {
  readonly appends: boolean;
  readonly go: (fate: Fate) => void;
}

/**
 * Writers whose calls on the shared streams wait until chosen; calls on other streams run at once.
 */
export class Crossing {
  readonly #log: MemoryLog;
  readonly #choose: Choose;
  readonly #waiting = new Map<string, Waiting>();
  readonly #late: (() => void)[] = [];
  /** What each writer has read, which determines what it does. */
  readonly #seen = new Map<string, string>();
  readonly #streams: ReadonlySet<string>;
  #faultsLeft: number;

  constructor(log: MemoryLog, choose: Choose, { faults, alsoAt = [] }: CrossingOptions) {
    this.#log = log;
    this.#choose = choose;
    this.#faultsLeft = faults;
    this.#streams = new Set([tradeStream(tradeId(1)), ...alsoAt]);
  }

  /** The log as the named writer sees it. */
  logOf(name: string): EventLog {
    const log = this.#log;
    const meets = (stream: string) => this.#streams.has(stream);
    const lengths = () => [...this.#streams].map((stream) => log.streamNow(stream).length);
    const write = async <Result>(gated: boolean, append: () => Promise<Result>): Promise<Result> => {
      const fate = gated ? await this.#turn(name, true) : 'done';
      if (gated) this.#sees(name, `append at ${lengths()}: ${fate}`);
      if (fate === 'crash before') return new Promise(() => {});
      if (fate === 'lost request') throw new EventLogUnavailable('unknown');
      if (fate === 'late') {
        this.#late.push(() => void append().catch(() => undefined));
        throw new EventLogUnavailable('unknown');
      }
      const appended = await append();
      if (fate === 'crash after') return new Promise(() => {});
      if (fate === 'lost reply') throw new EventLogUnavailable('unknown');
      return appended;
    };
    return {
      ...fieldsOf(log),
      readStream: async (stream, options) => {
        if (!meets(stream)) return log.readStream(stream, options);
        await this.#turn(name, false);
        const events = await log.readStream(stream, options);
        this.#sees(name, `read to ${lengths()}`);
        return events;
      },
      append: (stream, expected, events): Promise<AppendResult> =>
        write(meets(stream), () => log.append(stream, expected, events)),
      appendTogether: (appends, options) =>
        write(
          appends.some(({ stream }) => meets(stream)),
          () => log.appendTogether(appends, options),
        ),
    };
  }

  #turn = (name: string, appends: boolean): Promise<Fate> =>
    new Promise((go) => this.#waiting.set(name, { appends, go }));

  #sees(name: string, what: string): void {
    this.#seen.set(name, `${this.#seen.get(name) ?? name}, ${what}`);
  }

  #state(): string {
    const events = this.#log.events.map(({ stream, revision, id }) => `${stream} ${revision} ${id}`);
    return JSON.stringify([[...this.#seen.values()].sort(), events.sort(), this.#late.length]);
  }

  /** Chooses the next writer until none waits. False if another run has the rest. */
  async run(): Promise<boolean> {
    for (;;) {
      // Lets the last writer reach its next call first.
      await new Promise(setImmediate);
      const options = [...this.#options()];
      if (options.length === 0) return true;
      const chosen = this.#choose(options.length, () => this.#state());
      if (chosen === undefined) return false;
      options[chosen]?.();
    }
  }

  *#options(): Iterable<() => void> {
    for (const [name, { appends, go }] of this.#waiting) {
      const meet = (fate: Fate) => () => {
        this.#waiting.delete(name);
        if (fate !== 'done') this.#faultsLeft -= 1;
        go(fate);
      };
      yield meet('done');
      const mayFail = testAll || name === '0';
      if (appends && mayFail && this.#faultsLeft > 0) for (const fault of faults) yield meet(fault);
    }
    const [arrives] = this.#late;
    if (arrives !== undefined)
      yield () => {
        this.#late.shift();
        arrives();
      };
  }
}
