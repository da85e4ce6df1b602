import type { Price } from '@matgyo/contracts/money';
import { priceStream } from '@matgyo/contracts/streams';
import { logDeadlineMs } from '@matgyo/event-store/deadline';
import { EventLogUnavailable, WrongExpectedRevision } from '@matgyo/event-store/event-log-errors';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { priceDecider, setPrice } from '@matgyo/ledger/price/price';
import { expect, test } from 'vitest';
import { appendWindowMs, leaseMs, writingMsMax } from './command-times.ts';
import { uuidV5 } from './event-ids.ts';
import { executeOnStream } from './execute-on-stream.ts';

/** The longest time of a writer when every log call takes its maximum. */
async function longestWriting(startsAfterMs: number, readsQuicklyAtFirst: boolean): Promise<number> {
  let nowMs = startsAfterMs;
  let lastSentMs = 0;
  const log = new MemoryLog();
  const { readStream } = { readStream: log.readStream.bind(log) };
  let isQuick = readsQuicklyAtFirst;
  const slowly = () => {
    nowMs += isQuick ? 0 : logDeadlineMs;
  };
  log.readStream = async (...args) => {
    slowly();
    return readStream(...args);
  };
  log.append = async (stream) => {
    if (isQuick && nowMs >= 4_900) {
      isQuick = false;
      throw new WrongExpectedRevision(stream, undefined);
    }
    slowly();
    lastSentMs = nowMs;
    if (isQuick) throw new WrongExpectedRevision(stream, undefined);
    throw new EventLogUnavailable('unknown');
  };
  const timing = {
    now: () => nowMs,
    elapsed: () => nowMs,
    random: () => 0.999,
    sleep: async (ms: number) => {
      nowMs += ms;
    },
  };
  const commandId = uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'slow');
  const ids = { commandId, correlationId: commandId, causationId: commandId, actorId: 'admin' };
  const writing = executeOnStream({
    ledger: { log, timing },
    stream: priceStream,
    decider: priceDecider,
    command: { ...ids, actorRole: 'admin', at: '2026-01-02T03:04:05.678Z' },
    decide: async (state) => {
      await log.readStream(priceStream, { direction: 'backwards', limit: 1 });
      return setPrice(state, '1400' as Price, 'not needed');
    },
  });
  await expect(writing).rejects.toThrow(EventLogUnavailable);
  return lastSentMs;
}

test('a writer knows the outcome of its last append within the maximum writing time', async () => {
  const slow = await longestWriting(0, false);
  const slowBehindDeadline = await longestWriting(0, true);
  expect(slow).toBeGreaterThan(2 * logDeadlineMs);
  expect(slowBehindDeadline).toBeGreaterThan(slow);
  expect(slowBehindDeadline).toBeLessThanOrEqual(writingMsMax);
});

test('a command may append for longer than one write takes, and its lease lasts until the last append is committed', () => {
  expect(appendWindowMs).toBeGreaterThan(writingMsMax);
  expect(leaseMs - appendWindowMs).toBeGreaterThanOrEqual(logDeadlineMs);
});
