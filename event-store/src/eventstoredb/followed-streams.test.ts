import { describe, expect, test } from 'vitest';
import { chainEvents } from '../chain-events.ts';
import { sampleEvent } from '../conformance/sample-events.ts';
import { logStart, type Position, type RecordedEvent } from '../event-log.ts';
import { FollowedStreams } from './followed-streams.ts';

let positions = 0;
const positionAt = (number: number) => String(number).padStart(9, '0') as Position;

function recorded(stream: string, revision: number): RecordedEvent {
  const [event] = chainEvents(stream, 'no-stream', [sampleEvent()]);
  if (event === undefined) throw new Error('no event');
  positions += 1;
  return { ...event, revision, position: positionAt(positions) };
}

const streamOf = (stream: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => recorded(stream, from + index));

const whole = { direction: 'forwards', limit: 500 } as const;
const newest = { direction: 'backwards', limit: 1 } as const;

function followed() {
  const streams = new FollowedStreams();
  streams.begin(logStart);
  return streams;
}

describe('streams kept by a follower', () => {
  test('are complete from their first event on', () => {
    const streams = followed();
    const events = streamOf('order-1', 3);
    streams.take(events.slice(0, 1));
    streams.take(events.slice(1));
    expect(streams.get('order-1', whole)).toEqual(events);
    expect(streams.get('order-1', { ...whole, from: 1, limit: 1 })).toEqual([events[1]]);
    expect(streams.get('order-1', { ...whole, from: 3 })).toEqual([]);
    expect(streams.get('order-1', newest)).toEqual([events[2]]);
    expect(streams.get('order-2', whole)).toBeUndefined();
  });

  test('are not known if they began before the follower, until they are read', async () => {
    const streams = followed();
    const events = streamOf('order-1', 3);
    streams.take(events.slice(1));
    expect(streams.get('order-1', newest)).toBeUndefined();
    await streams.keep('order-1', whole, async () => events);
    expect(streams.get('order-1', whole)).toEqual(events);
  });

  test('include events that arrived while they were read', async () => {
    const streams = followed();
    const events = streamOf('order-1', 4);
    const read = await streams.keep('order-1', whole, async () => {
      // The reply already contains the second of them.
      streams.take(events.slice(1, 4));
      return events.slice(0, 2);
    });
    expect(read).toEqual(events.slice(0, 2));
    expect(streams.get('order-1', whole)).toEqual(events);
  });

  test('are known by their newest events if only those were read', async () => {
    const streams = followed();
    const events = streamOf('price', 4);
    await streams.keep('price', newest, async () => events.slice(2, 3));
    streams.take(events.slice(3));
    expect(streams.get('price', newest)).toEqual(events.slice(3));
    expect(streams.get('price', { ...newest, limit: 2 })).toEqual([events[3], events[2]]);
    expect(streams.get('price', { ...newest, limit: 3 })).toBeUndefined();
    expect(streams.get('price', whole)).toBeUndefined();
  });

  test('are not kept from a page that may not include the end', async () => {
    const streams = followed();
    const events = streamOf('order-1', 4);
    await streams.keep('order-1', { ...whole, limit: 2 }, async () => events.slice(0, 2));
    await streams.keep('order-1', { ...newest, from: 1 }, async () => events.slice(1, 2));
    expect(streams.get('order-1', newest)).toBeUndefined();
  });

  test('are shown up to the end of an append, of which the next may have come in part', async () => {
    const streams = followed();
    const events = streamOf('order-1', 3);
    const end = events[0]?.position;
    streams.take(events.slice(0, 2));
    expect(streams.get('order-1', whole, end)).toEqual(events.slice(0, 1));
    expect(streams.get('order-1', newest, end)).toEqual(events.slice(0, 1));
    expect(streams.get('order-1', { ...whole, from: 1 }, end)).toEqual([]);
    streams.take(streamOf('order-2', 1));
    expect(streams.get('order-2', whole, end)).toEqual([]);
    await streams.keep('price', newest, async () => streamOf('price', 1, 7));
    expect(streams.get('price', newest, end)).toBeUndefined();
  });

  test('are forgotten at a gap', () => {
    const streams = followed();
    const events = streamOf('order-1', 3);
    streams.take([events[0], events[2]] as RecordedEvent[]);
    expect(streams.get('order-1', newest)).toBeUndefined();
  });

  test('are forgotten with their follower, and reads that began with it are not kept', async () => {
    const streams = followed();
    const events = streamOf('order-1', 1);
    streams.take(events);
    await streams.keep('order-2', whole, async () => {
      streams.end();
      streams.begin(logStart);
      return streamOf('order-2', 1);
    });
    for (const stream of ['order-1', 'order-2']) expect(streams.get(stream, whole)).toBeUndefined();
  });

  test('are limited in length and number', () => {
    const streams = followed();
    const long = streamOf('long', 101);
    streams.take(long);
    expect(streams.get('long', newest)).toEqual([long[100]]);
    expect(streams.get('long', whole)).toBeUndefined();
    for (let index = 0; index < 20_000; index += 1)
      streams.take([{ ...long[0], stream: `order-${index}` } as RecordedEvent]);
    expect(streams.get('long', newest)).toBeUndefined();
    // A tenth is dropped at once.
    expect(streams.get('order-1999', newest)).toBeUndefined();
    expect(streams.get('order-2000', newest)).toBeDefined();
    expect(streams.get('order-19999', newest)).toBeDefined();
  });
});

describe('waiting for a follower', () => {
  test('ends when the follower has reached the position', async () => {
    const streams = followed();
    const [first, second] = streamOf('order-1', 2) as [RecordedEvent, RecordedEvent];
    const reached = streams.reach(second.position, 60_000);
    streams.take([first]);
    streams.take([second]);
    expect(await reached).toBe(true);
    expect(await streams.reach(first.position, 60_000)).toBe(true);
  });

  test('is not repeated while the follower stays behind', async () => {
    const streams = followed();
    const [first, second] = streamOf('order-1', 2) as [RecordedEvent, RecordedEvent];
    streams.take([first]);
    expect(await streams.reach(second.position, 5)).toBe(false);
    expect(streams.get('order-1', newest)).toBeUndefined();
    streams.take([second]);
    expect(streams.get('order-1', newest)).toEqual([second]);
  });

  test('ends with false if the follower ends, is late or does not exist', async () => {
    const streams = followed();
    expect(await streams.reach(positionAt(900_000_000), 5)).toBe(false);
    const reached = streams.reach(positionAt(900_000_000), 60_000);
    streams.end();
    expect(await reached).toBe(false);
    expect(await streams.reach(logStart, 60_000)).toBe(false);
  });
});
