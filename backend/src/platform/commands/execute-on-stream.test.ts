import type { PriceEvent } from '@matgyo/contracts/events/price-events';
import type { Price } from '@matgyo/contracts/money';
import { priceStream } from '@matgyo/contracts/streams';
import type { AppendResult, EventLog, RecordedEvent } from '@matgyo/event-store/event-log';
import { EventLogUnavailable, WrongExpectedRevision } from '@matgyo/event-store/event-log-errors';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { InvariantBroken } from '@matgyo/ledger/invariant';
import { type PriceState, priceDecider, setPrice } from '@matgyo/ledger/price/price';
import { verifyStream } from '@matgyo/ledger/proof/stream-chain';
import { refuse } from '@matgyo/ledger/refusal';
import { describe, expect, test } from 'vitest';
import { uuidV5 } from './event-ids.ts';
import { type Command, type Decide, executeOnStream } from './execute-on-stream.ts';
import { StreamContended } from './stream-queue.ts';

const price = (text: string) => text as Price;

const commandOf = (name: string): Command => {
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
function virtualTiming() {
  let nowMs = 0;
  return {
    now: () => nowMs,
    elapsed: () => nowMs,
    random: () => 0.5,
    sleep: async (ms: number) => {
      nowMs += ms;
    },
  };
}

/** A command that sets a price, with `decide` to be replaced. */
const setting = (
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

type Append = EventLog['append'];

/** The memory log with replaced appends, one per attempt. */
function logWith(...behaviours: ((append: Append, ...args: Parameters<Append>) => Promise<AppendResult>)[]) {
  const log = new MemoryLog();
  const append = log.append.bind(log);
  log.append = (...args) => (behaviours.shift() ?? ((carryOut) => carryOut(...args)))(append, ...args);
  return log;
}

const lostReply = async (append: Append, ...args: Parameters<Append>): Promise<never> => {
  await append(...args);
  throw new EventLogUnavailable('unknown');
};
const lostRequest = async (): Promise<never> => {
  throw new EventLogUnavailable('unknown');
};

/** Another writer appends the same event first. */
const overtake = async (append: Append, ...[stream, expected, [event]]: Parameters<Append>) => {
  if (event === undefined) throw new TypeError('nothing is appended');
  const metadata = { ...event.metadata, commandId: commandOf('other').commandId };
  await append(stream, expected, [{ ...event, id: uuidV5(event.id, 'other'), metadata }]);
};

const prices = (log: MemoryLog) => log.streamNow(priceStream).map(({ data }) => data['price']);

test('a repeated command is recognized also where ids of events have another salt by now', async () => {
  const log = new MemoryLog();
  const run = (eventIdSalt?: string) =>
    executeOnStream({
      ledger: { log, timing: virtualTiming(), eventIdSalt },
      stream: priceStream,
      decider: priceDecider,
      command: commandOf('first'),
      decide: (state) => setPrice(state, price('1400'), 'not needed'),
    });
  const runs = [await run(), await run('one'), await run('another')];
  expect(runs.map(({ outcome }) => outcome)).toEqual(['appended', 'repeated', 'repeated']);
  expect(prices(log)).toEqual(['1400']);
});

describe('a command on a stream', () => {
  test('appends its decision with actor, command and time', async () => {
    const log = new MemoryLog();
    const { outcome, revision, state, events } = await setting(log, 'first');
    expect({ outcome, revision, state }).toEqual({
      outcome: 'appended',
      revision: 0,
      state: { price: '1400' },
    });
    const { commandId, actorId, at } = commandOf('first');
    expect(events).toMatchObject([
      { type: 'PriceSet', metadata: { commandId, actorId, at, schemaVersion: 1 } },
    ]);
  });

  test('continues the chain of its stream', async () => {
    const log = new MemoryLog();
    await setting(log, 'first');
    await setting(log, 'second');
    expect(verifyStream(log.streamNow(priceStream))).toBeUndefined();
  });

  test('returns its earlier events before applying any rule', async () => {
    const log = new MemoryLog();
    const first = await setting(log, 'first');
    await setting(log, 'second', (state) => setPrice(state, price('1500'), 'not needed'));
    const again = await setting(log, 'first', () => refuse('PRICE_NOT_SET'));
    expect(again).toMatchObject({ outcome: 'repeated', events: first.events });
    expect(prices(log)).toEqual(['1400', '1500']);
  });

  test('appends nothing when there is nothing to decide', async () => {
    const log = new MemoryLog();
    expect(await setting(log, 'first', () => [])).toMatchObject({
      outcome: 'unchanged',
      revision: -1,
      events: [],
    });
    expect(log.events).toEqual([]);
  });

  test('appends nothing when refused', async () => {
    const log = new MemoryLog();
    await expect(setting(log, 'first', () => refuse('PRICE_NOT_SET'))).rejects.toMatchObject({
      code: 'PRICE_NOT_SET',
    });
    expect(log.events).toEqual([]);
  });

  test('never appends a malformed event', async () => {
    const log = new MemoryLog();
    const decide = (state: PriceState) => setPrice(state, price('fourteen hundred'), 'not needed');
    await expect(setting(log, 'first', decide)).rejects.toThrow('PriceSet does not have its shape');
    expect(log.events).toEqual([]);
  });

  test('stops at an event that does not belong in the stream', async () => {
    const log = new MemoryLog();
    const { metadata } = (await setting(log, 'first')).events[0] ?? {};
    if (metadata === undefined) throw new TypeError('nothing was appended');
    const { prevHash: _prevHash, hash, ...rest } = metadata;
    const orderId = 'a'.repeat(24);
    const stray = {
      id: uuidV5(rest.commandId, 'x'),
      type: 'OrderApproved',
      data: { orderId },
      metadata: rest,
    };
    await log.append(priceStream, { revision: 0, hash }, [stray]);
    await expect(setting(log, 'second')).rejects.toThrow(InvariantBroken);
  });
});

describe('a version conflict', () => {
  test('reads the new events and decides again', async () => {
    const log = logWith(async (append, ...appended) => {
      await overtake(append, ...appended);
      return append(...appended);
    });
    const seen: (string | undefined)[] = [];
    await setting(log, 'first', (state) => {
      seen.push(state.price);
      return setPrice(state, price('1500'), 'not needed');
    });
    expect(seen).toEqual([undefined, '1500']);
    expect(prices(log)).toEqual(['1500', '1500']);
  });

  test('gives up at its deadline without appending', async () => {
    const log = new MemoryLog();
    let attempts = 0;
    log.append = async (stream) => {
      attempts += 1;
      throw new WrongExpectedRevision(stream, undefined);
    };
    await expect(setting(log, 'first')).rejects.toThrow(StreamContended);
    // 5 s in pauses of at most 100 ms.
    expect(attempts).toBeGreaterThan(50);
    expect(attempts).toBeLessThan(200);
  });

  test('keeps a refusal only if the stream has not changed since it was read', async () => {
    const log = new MemoryLog();
    const elsewhere = { ...logWith(), readStream: log.readStream.bind(log), append: log.append.bind(log) };
    // Meanwhile another process appends the repeated command; other streams may already show the result.
    const decide: Decide<PriceState, PriceEvent> = async () => {
      await setting(elsewhere as EventLog, 'first');
      return refuse('PRICE_NOT_SET');
    };
    expect(await setting(log, 'first', decide)).toMatchObject({ outcome: 'repeated', revision: 0 });
  });
});

describe('when it is unknown whether an append arrived', () => {
  test('reads again and finds the append', async () => {
    const log = logWith(lostReply);
    expect(await setting(log, 'first')).toMatchObject({ outcome: 'repeated', revision: 0 });
    expect(prices(log)).toEqual(['1400']);
  });

  test('reads again, does not find the append and decides again', async () => {
    const log = logWith(lostRequest);
    expect(await setting(log, 'first')).toMatchObject({ outcome: 'appended', revision: 0 });
  });

  test('does not answer with a refusal while the append may still arrive', async () => {
    const log = logWith(lostRequest);
    let requested = 0;
    const decide = (state: PriceState) => {
      requested += 1;
      return requested === 1 ? setPrice(state, price('1400'), 'not needed') : refuse('PRICE_NOT_SET');
    };
    const failure = setting(log, 'first', decide);
    await expect(failure).rejects.toThrow(EventLogUnavailable);
    await expect(failure).rejects.toMatchObject({ outcome: 'unknown', cause: { code: 'PRICE_NOT_SET' } });
  });

  test('answers with a refusal once the stream has moved on, as the append can no longer arrive', async () => {
    const log = logWith(async (append, ...appended) => {
      await overtake(append, ...appended);
      throw new EventLogUnavailable('unknown');
    });
    const decide = (state: PriceState) =>
      state.price === undefined
        ? setPrice(state, price('1500'), 'not needed')
        : refuse('PRICE_CHANGED', { price: state.price });
    await expect(setting(log, 'first', decide)).rejects.toMatchObject({ code: 'PRICE_CHANGED' });
  });

  test('reports the outcome as unknown after another failure', async () => {
    const log = logWith(lostRequest, async () => {
      throw new EventLogUnavailable('none');
    });
    await expect(setting(log, 'first')).rejects.toMatchObject({ outcome: 'unknown' });
  });

  test('reports the outcome as unknown when giving up', async () => {
    const log = new MemoryLog();
    log.append = lostRequest;
    await expect(setting(log, 'first')).rejects.toMatchObject({ outcome: 'unknown' });
  });

  test('gives up in time also when the clock is set back', async () => {
    const log = new MemoryLog();
    let attempts = 0;
    log.append = async () => {
      attempts += 1;
      throw attempts > 1_000 ? new Error('it goes on') : new EventLogUnavailable('unknown');
    };
    const timing = { ...virtualTiming(), now: () => -attempts * 1_000 };
    const execution = { stream: priceStream, decider: priceDecider, command: commandOf('first') };
    await expect(
      executeOnStream({
        ledger: { log, timing },
        ...execution,
        decide: (state) => setPrice(state, price('1400'), 'not needed'),
      }),
    ).rejects.toMatchObject({ outcome: 'unknown', cause: { name: 'StreamContended' } });
  });
});

test('reports that nothing was written if the log does', async () => {
  const log = logWith(async () => {
    throw new EventLogUnavailable('none');
  });
  await expect(setting(log, 'first')).rejects.toMatchObject({ outcome: 'none' });
});

describe('a stream whose last event has the whole state', () => {
  const manyPrices = async (log: MemoryLog) => {
    for (let index = 0; index < 12; index += 1)
      await setting(log, `earlier ${index}`, (state) =>
        setPrice(state, price(String(1400 + index)), 'not needed'),
      );
  };
  const ofNewest = (log: MemoryLog, name: string) =>
    executeOnStream({
      ledger: { log, timing: virtualTiming() },
      stream: priceStream,
      decider: priceDecider,
      command: commandOf(name),
      extent: { newest: 5 },
      decide: (state) => setPrice(state, price('1500'), 'not needed'),
    });

  test('is decided on by its newest events only', async () => {
    const log = new MemoryLog();
    await manyPrices(log);
    expect(await ofNewest(log, 'next')).toMatchObject({ outcome: 'appended', revision: 12 });
    expect(verifyStream(log.streamNow(priceStream))).toBeUndefined();
  });

  test('recognises a recent command', async () => {
    const log = new MemoryLog();
    await manyPrices(log);
    expect(await ofNewest(log, 'earlier 9')).toMatchObject({ outcome: 'repeated', revision: 11 });
  });

  test('may be empty', async () => {
    expect(await ofNewest(new MemoryLog(), 'first')).toMatchObject({ outcome: 'appended', revision: 0 });
  });
});

describe('a stream with more events than are read', () => {
  /** A log whose price stream claims to have had `before` events. */
  const longStream = async (before: number) => {
    const log = new MemoryLog();
    await setting(log, 'earlier');
    const append = log.append.bind(log);
    const readStream = log.readStream.bind(log);
    const shifted = (events: readonly RecordedEvent[]) =>
      events.map((event) => ({ ...event, revision: event.revision + before }));
    log.readStream = async (stream, { from, ...options }) =>
      shifted(await readStream(stream, { ...options, ...(from !== undefined && { from: from - before }) }));
    log.append = async (stream, expected, events) => {
      const head =
        expected === 'no-stream' ? expected : { ...expected, revision: expected.revision - before };
      const result = await append(stream, head, events);
      return { ...result, events: shifted(result.events) };
    };
    return log;
  };
  const ofNewest = (log: MemoryLog, name: string, decide: Decide<PriceState, PriceEvent>) =>
    executeOnStream({
      ledger: { log, timing: virtualTiming() },
      stream: priceStream,
      decider: priceDecider,
      command: commandOf(name),
      extent: { newest: 5 },
      decide,
    });

  test('is decided on again after a conflict', async () => {
    const log = await longStream(30_000);
    const append = log.append;
    let isFirst = true;
    log.append = async (...appended) => {
      if (isFirst) {
        isFirst = false;
        await overtake(append, ...appended);
      }
      return append(...appended);
    };
    const outcome = await ofNewest(log, 'next', (state) => setPrice(state, price('1500'), 'not needed'));
    expect(outcome).toMatchObject({ outcome: 'appended', revision: 30_002 });
  });

  test('refuses like any other', async () => {
    const log = await longStream(30_000);
    await expect(ofNewest(log, 'next', () => refuse('PRICE_NOT_SET'))).rejects.toMatchObject({
      code: 'PRICE_NOT_SET',
    });
  });
});

describe('a command with a deadline', () => {
  const until = (hereMs: number) => ({ inDatabase: '2026-01-02T03:04:45.678Z', hereMs });
  const settingUntil = (log: MemoryLog, hereMs: number) =>
    executeOnStream({
      ledger: { log, timing: virtualTiming() },
      stream: priceStream,
      decider: priceDecider,
      command: { ...commandOf('first'), until: until(hereMs) },
      decide: (state) => setPrice(state, price('1400'), 'not needed'),
    });

  test('passes the deadline to the log', async () => {
    const options: unknown[] = [];
    const log = new MemoryLog();
    const append = log.append.bind(log);
    log.append = async (...appended: Parameters<Append>) => {
      options.push(appended[3]);
      return append(appended[0], appended[1], appended[2]);
    };
    await settingUntil(log, 1);
    expect(options).toEqual([{ validUntil: until(1).inDatabase }]);
  });

  test('sends nothing after it', async () => {
    const log = new MemoryLog();
    await expect(settingUntil(log, 0)).rejects.toMatchObject({ outcome: 'none' });
    expect(log.events).toEqual([]);
  });
});

test('reads all pages of a long stream', async () => {
  const log = new MemoryLog();
  const manyEvents = Array.from(
    { length: 250 },
    () => ({ type: 'PriceSet', data: { price: price('1400') } }) as const,
  );
  for (const name of ['a', 'b', 'c']) await setting(log, name, () => manyEvents);
  const { revision, history } = await setting(log, 'd');
  expect({ revision, events: history.events.length }).toEqual({ revision: 750, events: 751 });
});
