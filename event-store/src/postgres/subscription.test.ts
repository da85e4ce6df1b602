import { expect, test } from 'vitest';
import { sampleEvent } from '../conformance/sample-events.ts';
import type { RecordedEvent } from '../event-log.ts';
import { sealEvents } from '../seal-events.ts';
import { positionOfNumber } from './position.ts';
import { RecentAppends } from './recent-appends.ts';
import { follow, Wakeups } from './subscription.ts';

/** A follower of a log of `events`; `handedOver` are those that this process appended. */
function followed() {
  const events: RecordedEvent[] = [];
  const [recent, wakeups, stopping] = [new RecentAppends(), new Wakeups(), new AbortController()];
  let reads = 0;
  const batches = follow({
    signal: stopping.signal,
    start: async () => 0,
    requireEventAt: async () => {},
    async readPage(after) {
      reads += 1;
      const found = events.slice(after);
      return { events: found, last: found.length === 0 ? undefined : events.length, full: false };
    },
    handedOver: (after) => recent.behind(after, 500),
    isWanted: () => true,
    wakeups,
    pollMsMax: 60_000,
    onConnectionLost: (cause) => expect.unreachable(String(cause)),
  });
  const append = (by: 'this process' | 'another one') => {
    const after = events.length;
    const stream = `order-${after}`;
    const sealed = sealEvents(stream, 'no-stream', [sampleEvent()]);
    const [event] = sealed.map((one) => ({ ...one, position: positionOfNumber(after + 1) }));
    events.push(event as RecordedEvent);
    if (by === 'another one') return;
    recent.add(after, [event as RecordedEvent], 1);
    wakeups.wake();
  };
  const next = async () => (await batches.next()).value?.events.map(({ stream }: RecordedEvent) => stream);
  return { append, next, reads: () => reads, stop: () => stopping.abort() };
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
