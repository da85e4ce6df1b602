import type { PriceEvent } from '@matgyo/contracts/events/price-events';
import { priceStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { InvariantBroken } from '@matgyo/ledger/invariant';
import { type PriceState, priceDecider, setPrice } from '@matgyo/ledger/price/price';
import { verifyStream } from '@matgyo/ledger/proof/stream-chain';
import { refuse } from '@matgyo/ledger/refusal';
import { describe, expect, test } from 'vitest';
import { uuidV5 } from './event-ids.ts';
import {
  type Append,
  commandOf,
  overtake,
  price,
  prices,
  setting,
  virtualTiming,
} from './execute-on-stream.fixture.ts';
import { type Decide, executeOnStream } from './execute-on-stream.ts';

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
