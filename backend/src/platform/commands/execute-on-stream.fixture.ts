import type { PriceEvent } from '@matgyo/contracts/events/price-events';
import type { Price } from '@matgyo/contracts/money';
import { priceStream } from '@matgyo/contracts/streams';
import type { AppendResult, EventLog } from '@matgyo/event-store/event-log';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { type PriceState, priceDecider, setPrice } from '@matgyo/ledger/price/price';
import { uuidV5 } from './event-ids.ts';
import { type Command, type Decide, executeOnStream } from './execute-on-stream.ts';
import type { Timing } from './timing.ts';

export const price = (text: string) => text as Price;

/** A command of an admin; equal names are equal commands. */
export const commandOf = (name: string): Command => {
  const commandId = uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', name);
  return {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actorId: 'admin',
    actorRole: 'admin',
    at: '2026-01-02T03:04:05.678Z',
  };
};

/** A clock that advances only by sleeping. */
export function virtualTiming(startMs = 0): Timing {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    elapsed: () => nowMs,
    random: () => 0.5,
    sleep: async (ms) => {
      nowMs += ms;
    },
  };
}

/** A command that sets a price, with `decide` to be replaced. */
export const setting = (
  log: EventLog,
  name: string,
  decide: Decide<PriceState, PriceEvent> = (state) => setPrice(state, price('1400'), 'not needed'),
) =>
  executeOnStream({
    ledger: { log, timing: virtualTiming() },
    stream: priceStream,
    decider: priceDecider,
    command: commandOf(name),
    decide,
  });

export type Append = EventLog['append'];

/** The memory log with replaced appends, one per attempt. */
export function logWith(
  ...behaviours: ((append: Append, ...args: Parameters<Append>) => Promise<AppendResult>)[]
) {
  const log = new MemoryLog();
  const append = log.append.bind(log);
  log.append = (...args) => (behaviours.shift() ?? ((carryOut) => carryOut(...args)))(append, ...args);
  return log;
}

/** Another writer appends the same event first. */
export const overtake = async (append: Append, ...[stream, expected, [event]]: Parameters<Append>) => {
  if (event === undefined) throw new TypeError('nothing is appended');
  const metadata = { ...event.metadata, commandId: commandOf('other').commandId };
  await append(stream, expected, [{ ...event, id: uuidV5(event.id, 'other'), metadata }]);
};

export const prices = (log: MemoryLog) => log.streamNow(priceStream).map(({ data }) => data['price']);
