import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { GroupedReads } from './grouped-reads.ts';

/** A read that ends on request of the test. */
function manualRead() {
  const requests: { keys: readonly string[]; answer: PromiseWithResolvers<ReadonlyMap<string, string>> }[] =
    [];
  const reads = new GroupedReads((keys: readonly string[]) => {
    const answer = Promise.withResolvers<ReadonlyMap<string, string>>();
    requests.push({ keys, answer });
    return answer.promise;
  });
  return { reads, requests };
}

test('combines keys requested during a read into the next one, without duplicates', async () => {
  const { reads, requests } = manualRead();
  const first = reads.get('a');
  await setImmediate();
  const later = [reads.get('b'), reads.get('a'), reads.get('b'), reads.get('none')];
  expect(requests.map(({ keys }) => keys)).toEqual([['a']]);
  requests[0]?.answer.resolve(new Map([['a', 'before']]));
  expect(await first).toBe('before');
  await setImmediate();
  expect(requests.map(({ keys }) => keys)).toEqual([['a'], ['b', 'a', 'none']]);
  requests[1]?.answer.resolve(
    new Map([
      ['a', 'after'],
      ['b', 'B'],
    ]),
  );
  // The second request for `a` came during the first read, so it gets a newer row.
  expect(await Promise.all(later)).toEqual(['B', 'after', 'B', undefined]);
});

test('a failed read fails only its own group', async () => {
  const { reads, requests } = manualRead();
  const first = reads.get('a');
  await setImmediate();
  const next = reads.get('b');
  requests[0]?.answer.reject(new Error('no database'));
  await expect(first).rejects.toThrow('no database');
  await setImmediate();
  requests[1]?.answer.resolve(new Map([['b', 'B']]));
  expect(await next).toBe('B');
  const last = reads.get('c');
  await setImmediate();
  requests[2]?.answer.resolve(new Map());
  expect(await last).toBeUndefined();
});

test('combines keys requested in the same turn', async () => {
  const { reads, requests } = manualRead();
  const both = [reads.get('a'), reads.get('b')];
  await setImmediate();
  expect(requests.map(({ keys }) => keys)).toEqual([['a', 'b']]);
  requests[0]?.answer.resolve(new Map([['b', 'B']]));
  expect(await Promise.all(both)).toEqual([undefined, 'B']);
});
