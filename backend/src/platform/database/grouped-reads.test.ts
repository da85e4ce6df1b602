import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { GroupedReads } from './grouped-reads.ts';

/** A read whose answers are given by hand. */
function readByHand() {
  const asked: { keys: readonly string[]; answer: PromiseWithResolvers<ReadonlyMap<string, string>> }[] = [];
  const reads = new GroupedReads((keys: readonly string[]) => {
    const answer = Promise.withResolvers<ReadonlyMap<string, string>>();
    asked.push({ keys, answer });
    return answer.promise;
  });
  return { reads, asked };
}

test('what is asked for while a read is under way goes into one next read, each key once', async () => {
  const { reads, asked } = readByHand();
  const first = reads.get('a');
  await setImmediate();
  const later = [reads.get('b'), reads.get('a'), reads.get('b'), reads.get('none')];
  expect(asked.map(({ keys }) => keys)).toEqual([['a']]);
  asked[0]?.answer.resolve(new Map([['a', 'before']]));
  expect(await first).toBe('before');
  await setImmediate();
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b', 'a', 'none']]);
  asked[1]?.answer.resolve(
    new Map([
      ['a', 'after'],
      ['b', 'B'],
    ]),
  );
  // The second question for `a` came after the first read began: it gets what is there now.
  expect(await Promise.all(later)).toEqual(['B', 'after', 'B', undefined]);
});

test('a read that fails fails for its group alone', async () => {
  const { reads, asked } = readByHand();
  const first = reads.get('a');
  await setImmediate();
  const next = reads.get('b');
  asked[0]?.answer.reject(new Error('no database'));
  await expect(first).rejects.toThrow('no database');
  await setImmediate();
  asked[1]?.answer.resolve(new Map([['b', 'B']]));
  expect(await next).toBe('B');
  const last = reads.get('c');
  await setImmediate();
  asked[2]?.answer.resolve(new Map());
  expect(await last).toBeUndefined();
});

test('what is asked for in the same turn goes into one read', async () => {
  const { reads, asked } = readByHand();
  const both = [reads.get('a'), reads.get('b')];
  await setImmediate();
  expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b']]);
  asked[0]?.answer.resolve(new Map([['b', 'B']]));
  expect(await Promise.all(both)).toEqual([undefined, 'B']);
});
