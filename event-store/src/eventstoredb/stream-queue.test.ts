import { describe, expect, test } from 'vitest';
import { EventLogUnavailable } from '../event-log-errors.ts';
import { StreamQueue } from './stream-queue.ts';

/** Somebody who never goes. */
const waiting = new AbortController().signal;

describe('turns at a stream', () => {
  test('come in the order they were asked for, also after one that failed, and streams do not wait for streams', async () => {
    const turns = new StreamQueue();
    const first = Promise.withResolvers<void>();
    const begun: string[] = [];
    const take = (stream: string, name: string, work: () => Promise<void> = async () => {}) =>
      turns.take(stream, waiting, () => {
        begun.push(name);
        return work();
      });
    const a1 = take('a', 'a1', () => first.promise);
    const a2 = take('a', 'a2');
    const a3 = take('a', 'a3');
    await take('b', 'b1');
    expect(begun).toEqual(['a1', 'b1']);
    first.reject(new Error('failed'));
    await expect(a1).rejects.toThrow('failed');
    await Promise.all([a2, a3]);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  test('are refused when too many are waiting', async () => {
    const turns = new StreamQueue();
    const end = Promise.withResolvers<void>();
    const taken = Array.from({ length: 4_096 }, (_, index) =>
      turns.take(`s${index % 7}`, waiting, () => end.promise),
    );
    await expect(turns.take('other', waiting, async () => {})).rejects.toThrow(EventLogUnavailable);
    end.resolve();
    await Promise.all(taken);
    await turns.take('other', waiting, async () => {});
  });

  test('pass over work whose caller has gone, and go on with the next', async () => {
    const turns = new StreamQueue();
    const first = Promise.withResolvers<void>();
    const begun: string[] = [];
    const gone = new AbortController();
    const a1 = turns.take('a', waiting, () => first.promise);
    const a2 = turns.take('a', gone.signal, async () => {
      begun.push('a2');
    });
    const a3 = turns.take('a', waiting, async () => {
      begun.push('a3');
    });
    const refused = expect(a2).rejects.toMatchObject({ name: 'EventLogUnavailable', outcome: 'none' });
    gone.abort();
    first.resolve();
    await Promise.all([a1, refused, a3]);
    expect(begun).toEqual(['a3']);
  });
});
