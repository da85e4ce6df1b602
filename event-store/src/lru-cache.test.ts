import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

function filled(...keys: readonly string[]): LruCache<string> {
  const cache = new LruCache<string>(2);
  for (const key of keys) cache.set(key, key);
  return cache;
}
const there = (cache: LruCache<string>) => ['a', 'b', 'c'].filter((key) => cache.get(key) !== undefined);

test('the value set the longest ago is evicted when there is one too many', () => {
  expect(there(filled('a', 'b', 'c'))).toEqual(['b', 'c']);
});

test('of a full cache a tenth is evicted at once', () => {
  const cache = new LruCache<number>(100);
  const thereOf = (count: number) => {
    for (let key = 0; key < count; key += 1) cache.set(String(key), key);
    return Array.from({ length: count }, (_, key) => key).filter(
      (key) => cache.get(String(key)) !== undefined,
    );
  };
  expect(thereOf(100)).toHaveLength(100);
  expect(thereOf(101)).toEqual(Array.from({ length: 90 }, (_, key) => key + 11));
});

test('a value that is set again or read counts as used', () => {
  expect(there(filled('a', 'b', 'a', 'c'))).toEqual(['a', 'c']);
  const cache = filled('a', 'b');
  cache.get('a');
  cache.set('c', 'c');
  expect(there(cache)).toEqual(['a', 'c']);
});

test('a deleted value makes room', () => {
  const cache = filled('a', 'b');
  cache.delete('a');
  cache.set('c', 'c');
  expect(there(cache)).toEqual(['b', 'c']);
});
