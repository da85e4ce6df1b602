import { MemoryLog } from '@matgyo/event-store/memory-log';
import { describe, expect, test } from 'vitest';
import { inStreamQueue, StreamContended, streamQueueOf } from './stream-queue.ts';
import { systemTiming } from './timing.ts';

const options = { timing: systemTiming, withinMs: 10_000 };

/** Work that ends on request. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { until: () => promise, end: resolve, fail: () => reject(new Error('it failed')) };
}

describe('writers of one process at one stream', () => {
  test('run in order of arrival and know whether they waited', async () => {
    const log = new MemoryLog();
    const done: string[] = [];
    const first = work();
    const takes = ['a', 'b', 'c'].map((name) =>
      inStreamQueue(log, 'order-1', options, async (waited) => {
        if (name === 'a') await first.until();
        done.push(`${name} ${waited ? 'after others' : 'at once'}`);
      }),
    );
    first.end();
    await Promise.all(takes);
    expect(done).toEqual(['a at once', 'b after others', 'c after others']);
  });

  test('do not wait for writers of another stream', async () => {
    const log = new MemoryLog();
    const first = work();
    const held = inStreamQueue(log, 'order-1', options, first.until);
    await expect(inStreamQueue(log, 'order-2', options, async (waited) => waited)).resolves.toBe(false);
    first.end();
    await held;
  });

  test('run after one that failed', async () => {
    const log = new MemoryLog();
    const first = work();
    const failing = inStreamQueue(log, 'order-1', options, first.until);
    const next = inStreamQueue(log, 'order-1', options, async () => 'done');
    first.fail();
    await expect(failing).rejects.toThrow('it failed');
    await expect(next).resolves.toBe('done');
  });

  test('give up at their deadline and block no other', async () => {
    const log = new MemoryLog();
    const first = work();
    const held = inStreamQueue(log, 'order-1', options, first.until);
    const impatient = inStreamQueue(log, 'order-1', { ...options, withinMs: 1 }, async () => 'never');
    const last = inStreamQueue(log, 'order-1', options, async () => 'done');
    await expect(impatient).rejects.toThrow(StreamContended);
    first.end();
    await expect(last).resolves.toBe('done');
    await held;
  });

  test('still run when called exactly at the deadline', async () => {
    const log = new MemoryLog();
    const first = work();
    const held = inStreamQueue(log, 'order-1', options, first.until);
    const sleep = async () => {
      first.end();
      await held;
    };
    const timing = { ...systemTiming, sleep };
    await expect(inStreamQueue(log, 'order-1', { timing, withinMs: 1 }, async () => 'done')).resolves.toBe(
      'done',
    );
    await expect(inStreamQueue(log, 'order-1', options, async (waited) => waited)).resolves.toBe(false);
  });

  test('are refused when a thousand are waiting', async () => {
    const log = new MemoryLog();
    const first = work();
    const takes = [inStreamQueue(log, 'order-1', options, first.until)];
    for (let index = 0; index < 1_000; index += 1)
      takes.push(inStreamQueue(log, 'order-1', options, async () => {}));
    await expect(inStreamQueue(log, 'order-1', options, async () => {})).rejects.toThrow(StreamContended);
    first.end();
    await Promise.all(takes);
  });
});

test('all writers of a log share its queues', () => {
  const log = new MemoryLog();
  expect(streamQueueOf(log)).toBe(streamQueueOf(log));
  expect(streamQueueOf(log)).not.toBe(streamQueueOf(new MemoryLog()));
});
