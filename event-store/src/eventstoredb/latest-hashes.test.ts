import { chainEvents } from '@matgyo/ledger/proof/stream-chain';
import { describe, expect, test } from 'vitest';
import { sampleEvents } from '../conformance/sample-events.ts';
import type { Position, RecordedEvent } from '../event-log.ts';
import { LatestHashes } from './latest-hashes.ts';

function recorded(stream: string, count: number): RecordedEvent[] {
  return chainEvents(stream, 'no-stream', sampleEvents(count)).map((event) => ({
    ...event,
    position: '' as Position,
  }));
}

describe('latest hashes', () => {
  test('are those of the latest event of a stream, whatever order events arrive in', () => {
    const hashes = new LatestHashes();
    const events = recorded('order-1', 3);
    for (const index of [2, 0, 1]) hashes.learn(events[index] as RecordedEvent);
    expect(hashes.hashAt('order-1', 2)).toBe(events[2]?.metadata.hash);
    expect(hashes.hashAt('order-1', 1)).toBeUndefined();
    expect(hashes.hashAt('order-2', 2)).toBeUndefined();
  });

  test('are forgotten for the least recently used streams', () => {
    const hashes = new LatestHashes();
    const [event] = recorded('order', 1);
    if (event === undefined) throw new Error('nothing recorded');
    for (let index = 0; index < 10_000; index += 1) hashes.learn({ ...event, stream: `s${index}` });
    hashes.learn({ ...event, stream: 's0' });
    hashes.learn({ ...event, stream: 'one more' });
    expect(hashes.hashAt('s0', 0)).toBe(event.metadata.hash);
    expect(hashes.hashAt('s1', 0)).toBeUndefined();
    expect(hashes.hashAt('one more', 0)).toBe(event.metadata.hash);
  });
});
