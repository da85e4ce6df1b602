import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { chainEvents } from '../chain-events.ts';
import { sampleEvent } from '../conformance/sample-events.ts';
import type { RecordedEvent } from '../event-log.ts';
import { EventLogCorrupt, requireSameEvent } from '../event-log-errors.ts';
import { Wakeups } from '../wakeups.ts';
import { positionOfNumber } from './position.ts';
import { RecentAppends } from './recent-appends.ts';
import { follow } from './subscription.ts';

/** Without polling, so that a follower missing a wakeup is not rescued by a poll. */
class WakeupsWithoutPolling extends Wakeups {
  override since(count: number, _milliseconds: number, signal: AbortSignal): Promise<void> {
    return super.since(count, 3_600_000, signal);
  }
}

const outage = new Error('the connection is lost');

/** A follower of a log with `events`; `recent` are those appended by this process. */
function followed() {
  const events: RecordedEvent[] = [];
  const [recent, wakeups, stopping] = [
    new RecentAppends(),
    new WakeupsWithoutPolling(),
    new AbortController(),
  ];
  let reads = 0;
  let failure: Error | undefined;
  const batches = follow({
    signal: stopping.signal,
    start: async () => 0,
    requireEventAt: async (number, id) => requireSameEvent(events[number - 1], id ?? undefined),
    async readPage(after) {
      reads += 1;
      const cause = failure;
      failure = undefined;
      if (cause !== undefined) throw cause;
      const found = events.slice(after);
      const last = found.length === 0 ? undefined : events.length;
      return { events: found, end: found.at(-1), last, full: false };
    },
    recent,
    batchSize: 500,
    isWanted: () => true,
    wakeups,
    pollMsMax: 60_000,
    onConnectionLost: (cause) => expect(cause).toBe(outage),
  });
  /** Stores an event. The returned function delivers it, as the reply to this process does. */
  const store = () => {
    const after = events.length;
    const chained = chainEvents(`order-${after}`, 'no-stream', [sampleEvent()]);
    const [event] = chained.map((one) => ({ ...one, position: positionOfNumber(after + 1) }));
    events.push(event as RecordedEvent);
    return (bytes = 1) => {
      recent.add(after, [event as RecordedEvent], bytes);
      wakeups.wake();
    };
  };
  const append = (by: 'this process' | 'another one') => {
    const reply = store();
    if (by === 'this process') reply();
  };
  const next = async () => (await batches.next()).value?.events.map(({ stream }: RecordedEvent) => stream);
  /** The next read finds the database restarted, with another event at the end. */
  const restoreAnother = () => {
    events.pop();
    store();
    failure = outage;
    wakeups.wake();
  };
  return { append, store, next, restoreAnother, reads: () => reads, stop: () => stopping.abort() };
}

test('delivers appends of this process without querying the database', async () => {
  const { append, next, reads, stop } = followed();
  append('this process');
  expect(await next()).toEqual(['order-0']);
  const before = reads();
  for (const index of [1, 2, 3]) {
    const coming = next();
    append('this process');
    expect(await coming).toEqual([`order-${index}`]);
  }
  expect(reads()).toBe(before);
  stop();
});

test('reads events of another process before later ones of this process', async () => {
  const { append, next, reads, stop } = followed();
  append('this process');
  expect(await next()).toEqual(['order-0']);
  const before = reads();
  append('another one');
  append('this process');
  const found = [...((await next()) ?? [])];
  while (found.length < 2) found.push(...((await next()) ?? []));
  expect(found).toEqual(['order-1', 'order-2']);
  expect(reads()).toBeGreaterThan(before);
  stop();
});

test('delivers all appends if the replies of two arrive in reverse order', async () => {
  const { append, store, next, stop } = followed();
  append('this process');
  expect(await next()).toEqual(['order-0']);
  const [first, second] = [store(), store()];
  second();
  first();
  expect(await next()).toEqual(['order-1']);
  expect(await next()).toEqual(['order-2']);
  append('this process');
  expect(await next()).toEqual(['order-3']);
  stop();
});

test('delivers an append that did not fit into memory', async () => {
  const { append, store, next, stop } = followed();
  append('this process');
  expect(await next()).toEqual(['order-0']);
  append('this process');
  expect(await next()).toEqual(['order-1']);
  const large = store();
  large(5_000_000);
  expect(await next()).toEqual(['order-2']);
  stop();
});

test('ends after an outage if the event that it delivered last, read or from memory, is not there any more', async () => {
  for (const isFromMemory of [false, true]) {
    const { append, next, restoreAnother } = followed();
    append('another one');
    expect(await next()).toEqual(['order-0']);
    if (isFromMemory) {
      const coming = next();
      append('this process');
      expect(await coming).toEqual(['order-1']);
    }
    const coming = next();
    // By then it waits for a wakeup.
    await setImmediate();
    restoreAnother();
    await expect(coming).rejects.toThrow(EventLogCorrupt);
  }
});
