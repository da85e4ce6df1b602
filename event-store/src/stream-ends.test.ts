import { expect, test } from 'vitest';
import { chainEvents } from './chain-events.ts';
import { sampleEvent } from './conformance/sample-events.ts';
import { logStart, type RecordedEvent } from './event-log.ts';
import { StreamEnds } from './stream-ends.ts';

const [sample] = chainEvents('order-1', 'no-stream', [sampleEvent()]);
const endOf = (from: number, count = 1) =>
  Array.from({ length: count }, (_, index) => ({ ...sample, revision: from + index, position: logStart }));
const revisionsOf = (ends: StreamEnds, stream: string) => ends.get(stream)?.map(({ revision }) => revision);

function kept(eventsMax: number, ends: readonly (readonly [string, readonly object[]])[]): StreamEnds {
  const streams = new StreamEnds(eventsMax);
  for (const [stream, end] of ends) streams.keep(stream, end as readonly RecordedEvent[]);
  return streams;
}

test('the end of a stream never goes back', () => {
  const ends = kept(10, [
    ['s', endOf(1, 2)],
    ['s', endOf(1)],
    ['s', []],
  ]);
  expect(revisionsOf(ends, 's')).toEqual([1, 2]);
});

test('a stream without events is not kept', () => {
  expect(kept(10, [['s', []]]).get('s')).toBeUndefined();
});

test('of more than a hundred events only the newest is kept', () => {
  const ends = kept(1_000, [
    ['short', endOf(0, 100)],
    ['long', endOf(0, 101)],
  ]);
  expect([revisionsOf(ends, 'short')?.length, revisionsOf(ends, 'long')]).toEqual([100, [100]]);
});

test('the number of events is limited, and what was kept the longest ago is dropped first', () => {
  const ends = kept(4, [
    ['a', endOf(0, 2)],
    ['b', endOf(0)],
    ['a', endOf(1, 2)],
    ['c', endOf(0, 2)],
  ]);
  expect(['a', 'b', 'c'].map((stream) => revisionsOf(ends, stream))).toEqual([[1, 2], undefined, [0, 1]]);
});

test('what is forgotten no longer counts', () => {
  const ends = kept(2, [['a', endOf(0)]]);
  ends.forget('a');
  ends.keep('b', endOf(0, 2) as RecordedEvent[]);
  expect([ends.get('a'), revisionsOf(ends, 'b')]).toEqual([undefined, [0, 1]]);
});
