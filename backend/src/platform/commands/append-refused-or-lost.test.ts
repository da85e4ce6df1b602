import type { PriceEvent } from '@matgyo/contracts/events/price-events';
import { priceStream } from '@matgyo/contracts/streams';
import type { EventLog } from '@matgyo/event-store/event-log';
import { EventLogUnavailable, WrongExpectedRevision } from '@matgyo/event-store/event-log-errors';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { type PriceState, priceDecider, setPrice } from '@matgyo/ledger/price/price';
import { refuse } from '@matgyo/ledger/refusal';
import { describe, expect, test } from 'vitest';
import {
  type Append,
  commandOf,
  logWith,
  overtake,
  price,
  prices,
  setting,
  virtualTiming,
} from './execute-on-stream.fixture.ts';
import { type Decide, executeOnStream } from './execute-on-stream.ts';
import { StreamContended } from './stream-queue.ts';

const lostReply = async (append: Append, ...args: Parameters<Append>): Promise<never> => {
  await append(...args);
  throw new EventLogUnavailable('unknown');
};
const lostRequest = async (): Promise<never> => {
  throw new EventLogUnavailable('unknown');
};

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
