import { describe, expect, test } from 'vitest';
import { newEvent } from './case-file.fixture.ts';
import { type ChainedEvent, chainEvents, type NewEvent, verifyLink, verifyStream } from './stream-chain.ts';

const stream = 'order-1';
const sampleEvent = (data: Record<string, unknown> = { amount: '714.2857' }) => newEvent('OrderPlaced', data);
const sampleEvents = (count: number) =>
  Array.from({ length: count }, (_, index) => sampleEvent({ index, amount: '714.2857' }));

/** The head of a stream that ends with these events. */
function headAfter(events: readonly ChainedEvent[]) {
  const last = events.at(-1);
  if (last === undefined) throw new Error('no events, no head');
  return { revision: last.revision, hash: last.metadata.hash };
}

function changed(events: readonly ChainedEvent[], index: number, change: Partial<ChainedEvent>) {
  return events.map((event, at) => (at === index ? { ...event, ...change } : event));
}

describe('the hash chain of a stream', () => {
  test('numbers events from 0 and links each to the one before it', () => {
    const chained = chainEvents(stream, 'no-stream', sampleEvents(3));
    expect(chained.map(({ revision }) => revision)).toEqual([0, 1, 2]);
    expect(chained.map(({ metadata }) => metadata.prevHash)).toEqual([
      '',
      chained[0]?.metadata.hash,
      chained[1]?.metadata.hash,
    ]);
    expect(verifyStream(chained)).toBeUndefined();
  });

  test('hashes a fixed text that never changes', () => {
    const event = { ...sampleEvent({ b: 'x', a: 1 }), id: '00000000-0000-4000-8000-000000000001' };
    const metadata = {
      ...event.metadata,
      commandId: event.id,
      correlationId: 'c',
      causationId: 'c',
      actorId: 'member-1',
    };
    const [chained] = chainEvents(stream, 'no-stream', [{ ...event, metadata }]);
    // Computed independently from the text that `chainEvents` describes.
    expect(chained?.metadata.hash).toBe('6c6180753cb4513c08f3a12713e0118f5e11d046a090a1e6bd05a181cd75b5b0');
  });

  test('is intact without events', () => {
    expect(verifyStream([])).toBeUndefined();
  });

  test('continues over several appends', () => {
    const first = chainEvents(stream, 'no-stream', sampleEvents(2));
    const second = chainEvents(stream, headAfter(first), sampleEvents(2));
    expect(verifyStream([...first, ...second])).toBeUndefined();
    expect(verifyStream(second, headAfter(first))).toBeUndefined();
    expect(verifyStream(second)).toEqual({ event: second[0], reason: 'revision' });
  });

  test('gives the same link again when events taken from one log are appended to another', () => {
    const events = sampleEvents(3);
    const there = chainEvents(stream, 'no-stream', events);
    expect(chainEvents(stream, 'no-stream', there)).toEqual(there);
    for (const part of ['hash', 'prevHash'])
      expect(
        chainEvents(stream, 'no-stream', [
          {
            ...(events[0] as NewEvent),
            metadata: { ...(events[0] as NewEvent).metadata, [part]: 'f'.repeat(64) },
          },
        ]),
      ).toEqual(there.slice(0, 1));
  });

  test('is unaffected by storage as JSON with another key order', () => {
    const [chained] = chainEvents(stream, 'no-stream', [sampleEvent({ z: 1, a: { y: 0.1, b: 1e21 } })]);
    if (chained === undefined) throw new Error('no event');
    const stored = { ...chained, data: JSON.parse('{"a":{"b":1000000000000000000000,"y":0.10},"z":1}') };
    expect(verifyLink(stream, 'no-stream', stored)).toBeUndefined();
  });

  const chained = chainEvents(stream, 'no-stream', sampleEvents(4));

  test.each([
    ['edited data', { data: { amount: '1.0000' } }, 'hash'],
    ['another type', { type: 'OrderApproved' }, 'hash'],
    ['another id', { id: '00000000-0000-4000-8000-000000000000' }, 'hash'],
    ['another stream', { stream: 'order-2' }, 'stream'],
    ['another revision', { revision: 7 }, 'revision'],
  ] as const)('shows the first event that was given %s', (_, change, reason) => {
    expect(verifyStream(changed(chained, 2, change))).toMatchObject({ event: { ...change }, reason });
  });

  test('detects edited metadata', () => {
    const metadata = { ...chained[1]?.metadata, actorId: 'another-actor' } as ChainedEvent['metadata'];
    expect(verifyStream(changed(chained, 1, { metadata }))).toMatchObject({ reason: 'hash' });
  });

  test('detects a gap, and an event rehashed without its successors', () => {
    expect(verifyStream([...chained.slice(0, 1), ...chained.slice(2)])).toMatchObject({ reason: 'revision' });
    const [rehashed] = chainEvents(stream, headAfter(chained.slice(0, 1)), [sampleEvent({ forged: true })]);
    if (rehashed === undefined) throw new Error('no event');
    expect(verifyStream(changed(chained, 1, rehashed))).toEqual({ event: chained[2], reason: 'prevHash' });
  });

  test('differs for another split of stream and revision', () => {
    const event = sampleEvent();
    const hashes = ['a', 'a\n0', 'a"\n0\n"'].map(
      (name) => chainEvents(name, 'no-stream', [event])[0]?.metadata.hash,
    );
    expect(new Set(hashes).size).toBe(3);
  });

  test('refuses data that JSON would change', () => {
    const event = sampleEvent({ fee: undefined });
    const refusal = expect.objectContaining({
      message: `event ${event.id} cannot be written as JSON`,
      cause: expect.any(TypeError),
    });
    expect(() => chainEvents(stream, 'no-stream', [event])).toThrow(refusal);
  });

  test.each([
    ['a number that is none in JSON', { amount: JSON.parse('1e999') }],
    ['lists in lists', { amount: JSON.parse(`${'['.repeat(99)}${']'.repeat(99)}`) }],
  ])('finds what only SQL can write: %s', (_, data) => {
    const chained = chainEvents(stream, 'no-stream', sampleEvents(2));
    const written = changed(chained, 1, { data });
    expect(verifyStream(written)).toEqual({ event: written[1], reason: 'hash' });
  });
});
