import { chainEvents } from '@matgyo/ledger/proof/stream-chain';
import { describe, expect, test } from 'vitest';
import { sampleEvents } from '../conformance/sample-events.ts';
import type { Position, RecordedEvent } from '../event-log.ts';
import { KnownHashes } from './known-hashes.ts';

function recorded(stream: string, count: number): RecordedEvent[] {
  return chainEvents(stream, 'no-stream', sampleEvents(count)).map((event) => ({
    ...event,
    position: '' as Position,
  }));
}

describe('known hashes', () => {
  test('are those of the latest event of a stream, whatever order events arrive in', () => {
    const known = new KnownHashes();
    const events = recorded('order-1', 3);
    for (const index of [2, 0, 1]) known.learn(events[index] as RecordedEvent);
    expect(known.hashAt('order-1', 2)).toBe(events[2]?.metadata.hash);
    expect(known.hashAt('order-1', 1)).toBeUndefined();
    expect(known.hashAt('order-2', 2)).toBeUndefined();
  });

  test('are forgotten for the least recently used streams', () => {
    const known = new KnownHashes();
    const [event] = recorded('order', 1);
    if (event === undefined) throw new Error('nothing recorded');
    for (let index = 0; index < 10_000; index += 1) known.learn({ ...event, stream: `s${index}` });
    known.learn({ ...event, stream: 's0' });
    known.learn({ ...event, stream: 'one more' });
    expect(known.hashAt('s0', 0)).toBe(event.metadata.hash);
    expect(known.hashAt('s1', 0)).toBeUndefined();
    expect(known.hashAt('one more', 0)).toBe(event.metadata.hash);
  });
});
