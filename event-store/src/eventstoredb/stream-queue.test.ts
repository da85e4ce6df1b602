import { describe, expect, test } from 'vitest';
import { EventLogUnavailable } from '../event-log-errors.ts';
import { StreamQueue } from './stream-queue.ts';

const waiting = { answered: false };

describe('the queue of a stream', () => {
  test('runs work in order, also after a failure, and different streams in parallel', async () => {
    const queue = new StreamQueue();
    const first = Promise.withResolvers<void>();
    const begun: string[] = [];
    const take = (stream: string, name: string, work: () => Promise<void> = async () => {}) =>
      queue.take(stream, waiting, () => {
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

  test('refuses work when too much is waiting', async () => {
    const queue = new StreamQueue();
    const end = Promise.withResolvers<void>();
    const taken = Array.from({ length: 4_096 }, (_, index) =>
      queue.take(`s${index % 7}`, waiting, () => end.promise),
    );
    await expect(queue.take('other', waiting, async () => {})).rejects.toThrow(EventLogUnavailable);
    end.resolve();
    await Promise.all(taken);
    await queue.take('other', waiting, async () => {});
  });

  test('skips work whose caller has given up', async () => {
    const queue = new StreamQueue();
    const first = Promise.withResolvers<void>();
    const begun: string[] = [];
    const caller = { answered: false };
    const a1 = queue.take('a', waiting, () => first.promise);
    const a2 = queue.take('a', caller, async () => {
      begun.push('a2');
    });
    const a3 = queue.take('a', waiting, async () => {
      begun.push('a3');
    });
    const refused = expect(a2).rejects.toMatchObject({ name: 'EventLogUnavailable', outcome: 'none' });
    caller.answered = true;
    first.resolve();
    await Promise.all([a1, refused, a3]);
    expect(begun).toEqual(['a3']);
  });
});
